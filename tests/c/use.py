"""hitbox from Python by ctypes: python3 use.py LIBRARY"""
import ctypes
import sys

hitbox = ctypes.CDLL(sys.argv[1])


class Vec2(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]


class Place(ctypes.Structure):
    _fields_ = [("position", Vec2), ("cosine", ctypes.c_float), ("sine", ctypes.c_float)]


hitbox.hitbox_make_circle.argtypes, hitbox.hitbox_make_circle.restype = [Vec2, ctypes.c_float], ctypes.c_void_p
hitbox.hitbox_intersects.argtypes, hitbox.hitbox_intersects.restype = [ctypes.c_void_p, Place] * 2, ctypes.c_bool
coin = hitbox.hitbox_make_circle(Vec2(0, 0), 1)
hits = [hitbox.hitbox_intersects(coin, Place(Vec2(0, 0), 1), coin, Place(Vec2(x, 0), 1)) for x in (2, 2.5)]
print("Python: one coin touches, one does not" if hits == [True, False] else sys.exit("wrong"))
