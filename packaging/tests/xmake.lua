-- Runs the xmake recipe without xmake: lua xmake.lua RECIPE SOURCE WORK. Its archive is checked by its hash.
local recipe, source, work = arg[1], arg[2], arg[3]
local seen, install, test = {}, nil, nil

local function run(command) assert(os.execute(command), command) end
os.cp = function (from, to) run(("mkdir -p '%s' && cp -R '%s/%s' '%s'"):format(to, source, from, to)) end

function package(name) seen.name = name end
function set_kind(kind, options) assert(kind == "library" and options.headeronly) end
function set_homepage(text) seen.homepage = text end
function set_description(text) seen.description = text end
function set_license(name) seen.license = name end
function add_urls(url) seen.url = url end
function add_versions(version, hash) seen.version, seen.hash = version, hash end
function on_install(f) install = f end
function on_test(f) test = f end

local made = {}
function made:installdir() return work .. "/installed" end
function made:check_cxxsnippets(snippets, options)
    local file = io.open(work .. "/test.cpp", "w")
    file:write(snippets.test)
    file:close()
    local standard = options.configs.languages
    run(("%s -std=%s -fsyntax-only -I'%s/installed/include' '%s/test.cpp'"):format(os.getenv("CXX") or "g++", standard, work, work))
    return true
end

dofile(recipe)
assert(seen.name == "hitbox" and seen.license == "MIT")
local archive = seen.url:gsub("%$%(version%)", seen.version):gsub("^file://", "")
run(("echo '%s  %s' | sha256sum --check --quiet"):format(seen.hash, archive))
install(made)
test(made)
