"""From a question to hits: arms, fusion, assembly. The ranking itself is pure functions over columns."""
