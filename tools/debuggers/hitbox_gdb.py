"""Views of hitbox's types for GDB: `source hitbox_gdb.py`, at the prompt or in ~/.gdbinit."""
import math
import re

import gdb


def children(value):
    """The elements that the standard library's printer shows for a container or a variant."""
    printer = gdb.default_visualizer(value)
    return [child for _, child in printer.children()] if hasattr(printer, "children") else []


def short(name):
    return re.sub(r"<.*|^.*::", "", re.sub(r"<.*", "", str(name)))


def vec2(v):
    return f"({v['x']}, {v['y']})"


def rot2(r):
    return f"{math.degrees(math.atan2(float(r['s']), float(r['c']))):.6g} deg"


def convex_polygon(p):
    columns, lanes, size = p["columns_"], int(p["lanes"]), int(p["size_"])
    return f"{size} vertices " + " ".join(f"({columns[i]}, {columns[lanes + i]})" for i in range(size))


def any_shape(s):
    held = children(s["value"])
    rounding = f" rounded by {s['rounding']}" if float(s["rounding"]) != 0 else ""
    return (f"{short(held[0].type.strip_typedefs())} {held[0]}" if held else str(s["value"])) + rounding


def contact(c):
    inside = "".join(f", {name.replace('_', ' ')}" for name in ("a_in_b", "b_in_a") if c[name])
    return f"normal {c['normal']}, depth {c['depth']}, point_a {c['point_a']}, point_b {c['point_b']}{inside}"


def feature(half):
    return ("e" if half & 0x8000 else "c") + str(half & 0x7FFF)


def manifold(m):
    points = [m["points"][i] for i in range(int(m["count"]))]
    ids = [f"{feature(int(p['id']) >> 16)}/{feature(int(p['id']) & 0xFFFF)}" for p in points]
    return f"normal {m['normal']}" + "".join(f", {p['point']} depth {p['depth']} {i}" for p, i in zip(points, ids))


def compound(c):
    held = c["data_"]["held_"]
    pieces = children(held["value"]["pieces"]) if int(held) else []
    return f"{len(pieces)} pieces" + "".join(f" [{piece}]" for piece in pieces)


def result(r):
    return str(r["value_"]) if r["has_value_"] else f"error {short(r['error_'])} at {r['index_']}"


VIEWS = {view.__name__: view for view in (vec2, rot2, convex_polygon, any_shape, contact, manifold, compound, result)}


class Printer:
    def __init__(self, view, value):
        self.to_string = lambda: view(value)


def find(value):
    """The printer of hitbox::NAME<...>, in whatever inline namespace."""
    name = re.match(r"hitbox::(?:for_\w+::)?(\w+)<", str(value.type.strip_typedefs().unqualified()))
    return Printer(VIEWS[name[1]], value) if name and name[1] in VIEWS else None


gdb.pretty_printers.append(find)
