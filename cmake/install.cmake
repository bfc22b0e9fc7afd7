# Headers only: everything lands in include/ and share/, nothing depends on the architecture.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_target_property(has_file_set hitbox INTERFACE_HEADER_SETS)
if(has_file_set)
    install(TARGETS hitbox EXPORT hitboxTargets FILE_SET HEADERS)
    # what headers include as often as they need it
    install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.inl")
else()
    install(TARGETS hitbox EXPORT hitboxTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

# find_package(hitbox)
set(HITBOX_INSTALL_CMAKEDIR ${CMAKE_INSTALL_DATADIR}/cmake/hitbox CACHE STRING "Where find_package files are installed")
set(package_dir ${HITBOX_INSTALL_CMAKEDIR})
install(EXPORT hitboxTargets NAMESPACE hitbox:: DESTINATION ${package_dir})
configure_package_config_file(cmake/hitboxConfig.cmake.in hitboxConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(hitboxConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hitboxConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/hitboxConfigVersion.cmake
        DESTINATION ${package_dir})
install(FILES cmake/compiled.cmake DESTINATION ${package_dir})
install(DIRECTORY src/compiled DESTINATION ${package_dir})

# pkg-config, relative to where the .pc file lies, so that the installed tree may be moved
set(pkgconfig_dir ${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix ${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH pc_to_include ${pkgconfig_dir} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(pc_include "\${pcfiledir}/${pc_to_include}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_include ${CMAKE_INSTALL_INCLUDEDIR})
endif()
configure_file(cmake/hitbox.pc.in hitbox.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hitbox.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)

# views for debuggers, and the C interface (a header, and one file to compile): optional, because an archive may lack them
install(FILES tools/debuggers/hitbox.natvis tools/debuggers/hitbox_gdb.py tools/debuggers/hitbox_lldb.py
        DESTINATION ${CMAKE_INSTALL_DATADIR}/hitbox OPTIONAL)
install(FILES bindings/c/hitbox.h bindings/c/hitbox.cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/hitbox/c OPTIONAL)
