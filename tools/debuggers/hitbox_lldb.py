"""Views of hitbox's types for LLDB: `command script import hitbox_lldb.py`, at the prompt or in ~/.lldbinit."""
import math
import re


def shown(value):
    """A number as such; anything else by its view, or by its members."""
    if value.GetSummary():
        return value.GetSummary()
    if value.GetValue():
        return value.GetValue()
    members = [value.GetChildAtIndex(i) for i in range(value.GetNumChildren())]
    return "{" + ", ".join(f"{m.GetName()} = {shown(m)}" for m in members) + "}"


def short(name):
    return re.sub(r"<.*", "", name).split("::")[-1]


def number(value, name):
    return value.GetChildMemberWithName(name).GetValueAsUnsigned()


def members(value, *names):
    return ", ".join(f"{name} {shown(value.GetChildMemberWithName(name))}" for name in names)


def vec2(v):
    return f"({shown(v.GetChildMemberWithName('x'))}, {shown(v.GetChildMemberWithName('y'))})"


def rot2(r):
    c, s = (float(r.GetChildMemberWithName(name).GetValue()) for name in "cs")
    return f"{math.degrees(math.atan2(s, c)):.6g} deg"


def convex_polygon(p):
    columns, size = p.GetChildMemberWithName("columns_"), number(p, "size_")
    capacity = re.search(r", (\d+)>$", p.GetType().GetUnqualifiedType().GetCanonicalType().GetName())[1]
    lanes = (int(capacity) + 7) // 8 * 8
    at = lambda i: shown(columns.GetChildAtIndex(i))
    return f"{size} vertices " + " ".join(f"({at(i)}, {at(lanes + i)})" for i in range(size))


def any_shape(s):
    held = s.GetChildMemberWithName("value").GetSyntheticValue().GetChildAtIndex(0)
    rounding = s.GetChildMemberWithName("rounding").GetValue()
    return f"{short(held.GetType().GetCanonicalType().GetName())} {shown(held)}" + (f" rounded by {rounding}" if float(rounding) else "")


def contact(c):
    inside = "".join(f", {name.replace('_', ' ')}" for name in ("a_in_b", "b_in_a") if number(c, name))
    return members(c, "normal", "depth", "point_a", "point_b") + inside


def feature(half):
    return ("e" if half & 0x8000 else "c") + str(half & 0x7FFF)


def manifold(m):
    points = [m.GetChildMemberWithName("points").GetChildAtIndex(i) for i in range(number(m, "count"))]
    text = members(m, "normal")
    for p in points:
        ids = number(p, "id")
        text += f", {shown(p.GetChildMemberWithName('point'))} {members(p, 'depth')} {feature(ids >> 16)}/{feature(ids & 0xFFFF)}"
    return text


def compound(c):
    held = c.GetChildMemberWithName("data_").GetChildMemberWithName("held_")
    if not held.GetValueAsUnsigned():
        return "0 pieces"
    pieces = held.Dereference().GetChildMemberWithName("value").GetChildMemberWithName("pieces")
    count = pieces.GetNumChildren()
    return f"{count} pieces" + "".join(f" [{shown(pieces.GetChildAtIndex(i))}]" for i in range(count))


def result(r):
    if number(r, "has_value_"):
        return shown(r.GetChildMemberWithName("value_"))
    return f"error {short(shown(r.GetChildMemberWithName('error_')))} at {number(r, 'index_')}"


VIEWS = (vec2, rot2, convex_polygon, any_shape, contact, manifold, compound, result)


def view(value, _):
    """Called by LLDB with each value of hitbox::NAME<...>, in whatever inline namespace."""
    value = value.GetNonSyntheticValue()
    name = short(value.GetType().GetUnqualifiedType().GetCanonicalType().GetName())
    return next(f for f in VIEWS if f.__name__ == name)(value)


def __lldb_init_module(debugger, _):
    names = "|".join(f.__name__ for f in VIEWS)
    pattern = rf"^(const )?hitbox::(for_[a-z0-9_]+::)?({names})<.*>$"
    debugger.HandleCommand(f"type summary add -x '{pattern}' -F {__name__}.view")
