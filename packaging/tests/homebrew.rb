# Runs the formula without Homebrew: ruby homebrew.rb FORMULA SOURCE WORK
require "digest"
require "fileutils"
require "open-uri"
require "pathname"

recipe, source, work = ARGV

class Formula
  class << self
    attr_reader :facts, :test_block
    %w[desc homepage url sha256 license].each do |name|
      define_method(name) { |value| (@facts ||= {})[name] = value }
    end
    def depends_on(_); end
    def test(&block) = @test_block = block
  end
  attr_accessor :prefix, :testpath
  def system(*command) = Kernel.system(*command, exception: true, out: File::NULL)
  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=#{prefix}", "-DCMAKE_BUILD_TYPE=Release"]
  def include = "#{prefix}/include"
end
def ENV.cxx = self["CXX"] || "g++"

load recipe
facts = Hitbox.facts
archive = File.binread(facts["url"].delete_prefix("file://"))
abort "another archive than the formula's" unless Digest::SHA256.hexdigest(archive) == facts["sha256"]
formula = Hitbox.new
formula.prefix = "#{work}/prefix"
formula.testpath = Pathname.new(work)
Dir.chdir(source) { formula.install }
Dir.chdir(work) { formula.instance_eval(&Hitbox.test_block) }
