"""The precision of the network's products: bfloat16 where the processor multiplies it faster, else float32.

Weights, optimizer, memory and everything that is compared or summed stay in float32; only the inputs of the large
products are rounded. Half the bits make them four to five times as fast where the processor has instructions for it,
and many times slower where it has none.
"""

from __future__ import annotations

import torch

_CPU_FEATURES = ("amx_bf16", "avx512_bf16", "bf16")
"""Instruction sets that multiply bfloat16, as ``torch.cpu.get_capabilities`` names them."""


def products_in_bf16(precision: str, device: torch.device) -> bool:
    """Whether to make products in bfloat16, by the setting: ``auto`` does so where the device is made for it."""
    if precision != "auto":
        return precision == "bf16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    capabilities = torch.cpu.get_capabilities()
    return any(capabilities.get(name, False) for name in _CPU_FEATURES)


def autocast(device: torch.device, bf16: bool) -> torch.autocast:
    """A context whose products are in the chosen precision. Leave it before weights change: it keeps rounded copies."""
    return torch.autocast(device.type, torch.bfloat16, enabled=bf16)
