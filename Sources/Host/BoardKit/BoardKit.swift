// BoardKit: boards: their facts, building images, sizes, budgets, checks, file formats for flashing.
//
// In: folders of boards, ELF files. Out: images in every format, findings of a check.
// Free to change: code. Ask first: what `boards check` demands.
