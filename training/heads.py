"""What stands on top of the encoder: the reader finds statements in a turn, the judge compares two texts.

The heads are small, so that the product computes them with numpy: only matrix products, tanh and GELU (its tanh form).
"""

from __future__ import annotations

import torch
from encoder import HIDDEN
from labels import HOWS, RELATIONS, SLOTS, SUPPORT
from torch import Tensor, nn
from torch.nn import functional

WIDTHS, WIDTH_SIZE, SPAN_SIZE, POINTER_SIZE, JUDGE_SIZE = 12, 32, 256, 128, 128


class ReaderHeads(nn.Module):
    """Tags that propose spans, a head that decides on a span, and what it says about the span it chose."""

    def __init__(self) -> None:
        super().__init__()
        self.tags = nn.Linear(HIDDEN, 3)  # start, end, inside
        self.widths = nn.Embedding(WIDTHS, WIDTH_SIZE)
        self.span = nn.Linear(4 * HIDDEN + WIDTH_SIZE, SPAN_SIZE)
        self.dropout = nn.Dropout(0.15)
        self.statement, self.worth, self.other = (nn.Linear(SPAN_SIZE, 1) for _ in range(3))
        self.slot, self.how = nn.Linear(SPAN_SIZE, len(SLOTS)), nn.Linear(SPAN_SIZE, len(HOWS))
        self.pointer_hidden, self.pointer_span = nn.Linear(HIDDEN, POINTER_SIZE), nn.Linear(SPAN_SIZE, POINTER_SIZE)
        self.pointer_inside = nn.Embedding(2, POINTER_SIZE)
        self.pointer = nn.Linear(POINTER_SIZE, 4)  # start and end of the value, start and end of the subject
        nn.init.constant_(self.statement.bias, -1.0)

    def represent(self, hidden: Tensor, spans: Tensor) -> Tensor:
        """Return a vector for each span; `spans` has rows of batch item, first and last position."""
        item, first, last = spans.unbind(1)
        sums = functional.pad(hidden.cumsum(1), (0, 0, 1, 0))
        width = last - first + 1
        mean = (sums[item, last + 1] - sums[item, first]) / width[:, None]
        bucket = torch.clamp((torch.log2(width.float()) * 2).long(), max=WIDTHS - 1)
        parts = [hidden[item, first], hidden[item, last], mean, hidden[item, 0], self.widths(bucket)]
        return self.dropout(functional.gelu(self.span(torch.cat(parts, -1)), approximate="tanh"))

    def point(self, hidden: Tensor, mask: Tensor, vectors: Tensor, spans: Tensor) -> Tensor:
        """Return for each span and position how likely the value and the subject begin and end there."""
        places = torch.arange(hidden.shape[1], device=hidden.device)[None]
        inside = ((places >= spans[:, 1:2]) & (places <= spans[:, 2:3])).long()
        mixed = (
            self.pointer_hidden(hidden)[spans[:, 0]] + self.pointer_span(vectors)[:, None] + self.pointer_inside(inside)
        )
        return self.pointer(torch.tanh(mixed)).masked_fill(~mask[spans[:, 0]][..., None], -1e4)


class JudgeHeads(nn.Module):
    """How a later statement relates to an earlier one, and whether a quote says a content."""

    def __init__(self) -> None:
        super().__init__()
        self.relation_inner, self.relation = nn.Linear(2 * HIDDEN, JUDGE_SIZE), nn.Linear(JUDGE_SIZE, len(RELATIONS))
        self.support_inner, self.support = nn.Linear(2 * HIDDEN, JUDGE_SIZE), nn.Linear(JUDGE_SIZE, len(SUPPORT))
        self.dropout = nn.Dropout(0.1)

    def forward(self, hidden: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        kept = mask[..., None].float()
        pooled = torch.cat([hidden[:, 0], (hidden * kept).sum(1) / kept.sum(1)], -1)
        relation = self.relation(self.dropout(functional.gelu(self.relation_inner(pooled), approximate="tanh")))
        support = self.support(self.dropout(functional.gelu(self.support_inner(pooled), approximate="tanh")))
        return relation, support
