class Hitbox < Formula
  desc "2D collision with exact answers: header-only C++20"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/hitbox-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build

  def install
    args = %w[-DHITBOX_BUILD_TESTS=OFF -DHITBOX_BUILD_EXAMPLES=OFF]
    system "cmake", "-S", ".", "-B", "build", *args, *std_cmake_args
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"test.cpp").write <<~CPP
      #include <hitbox/hitbox.hpp>
      int main() { return intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::circle<float>{{2, 0}, 1}) ? 0 : 1; }
    CPP
    system ENV.cxx, "-std=c++20", "test.cpp", "-I#{include}", "-o", "test"
    system "./test"
  end
end
