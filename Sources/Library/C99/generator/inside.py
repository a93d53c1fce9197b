"""What lies at an offset inside a shape."""

from .shapes import Array, Scalar


def parts(shape, offset, path=()):
    """The innermost number at an offset: (path, number, offset in it), or None where there is room."""
    while True:
        if isinstance(shape, Scalar):
            return (path, shape, offset) if offset < shape.size else None
        if isinstance(shape, Array):
            index = offset // shape.stride
            if index >= shape.count:
                return None
            path, offset, shape = (*path, index), offset % shape.stride, shape.element
            continue
        for name, member, start in shape.fields:
            if start <= offset < start + member.size:
                path, offset, shape = (*path, name), offset - start, member
                break
        else:
            return None


def leaves(shape, start, size):
    """The numbers in a stretch of bytes: (path, number, offset of its first byte)."""
    found, offset = [], start
    while offset < start + size:
        part = parts(shape, offset)
        if part is None:
            offset += 1
            continue
        path, number, inner = part
        found.append((path, number, offset - inner))
        offset += number.size - inner
    return found


def at(shape, offset):
    """The largest object that begins at an offset: (path, shape), or None."""
    path = ()
    while offset:
        if isinstance(shape, Scalar):
            return None
        if isinstance(shape, Array):
            path, offset, shape = (*path, offset // shape.stride), offset % shape.stride, shape.element
            continue
        for name, member, start in shape.fields:
            if start <= offset < start + max(member.size, 1):
                path, offset, shape = (*path, name), offset - start, member
                break
        else:
            return None
    return path, shape
