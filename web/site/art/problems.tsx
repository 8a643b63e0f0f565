import { Art } from './art.tsx'

/** Addresses that keep changing; one that stays. */
export const ChangingAddress = () => (
  <Art width={280} height={96}>
    <rect className="paper" x="14" y="14" width="92" height="26" rx="8" />
    <rect className="paper" x="82" y="54" width="92" height="26" rx="8" />
    <rect className="paper" x="170" y="18" width="92" height="26" rx="8" />
    <path className="danger dashed" d="M60 40c0 16 8 27 22 27M174 66c24 0 36-8 40-22" />
    <path className="faint" d="M28 27h44M96 67h40M184 31h52" />
    <circle className="danger-fill" cx="94" cy="27" r="4" />
    <circle className="danger-fill" cx="162" cy="67" r="4" />
    <path className="danger" d="m246 27 8 8m0-8-8 8" />
  </Art>
)
export const FixedAddress = () => (
  <Art width={280} height={96}>
    <path className="accent" d="M14 48h62m128 0h62" />
    <rect className="paper" x="76" y="26" width="128" height="44" rx="10" />
    <path className="accent" d="M100 60s9-8 9-15a9 9 0 1 0-18 0c0 7 9 15 9 15Z" />
    <text x="120" y="53" textLength="76" lengthAdjust="spacingAndGlyphs">
      203.0.113.8
    </text>
    <circle className="accent-fill" cx="14" cy="48" r="5" />
    <circle className="accent-fill" cx="266" cy="48" r="5" />
  </Art>
)

/** A line that drops; a line that holds. */
export const Unstable = () => (
  <Art width={280} height={96}>
    <path className="faint" d="M14 80h252" />
    <path
      className="danger"
      d="M14 50l18-6 12 22 16-50 14 44 12-10M120 66l12-40 16 46 14-20M196 34l14 40 14-58 14 40 28-8"
    />
    <path className="danger dashed" d="M92 50h22M168 52h24" />
  </Art>
)
export const Stable = () => (
  <Art width={280} height={96}>
    <path className="faint" d="M14 80h252M14 22h252" />
    <path className="accent" d="M14 52c14-6 28-6 42 0s28 6 42 0 28-6 42 0 28 6 42 0 28-6 42 0 28 6 42 0" />
    <circle className="accent-fill" cx="14" cy="52" r="5" />
    <circle className="accent-fill" cx="266" cy="52" r="5" />
  </Art>
)

/** One exit for everything; an exit wherever it is wanted. */
export const FewNodes = () => (
  <Art width={280} height={96}>
    <path className="faint" d="M40 20 132 48M40 48h92M40 76l92-28" />
    <circle className="faint-fill" cx="40" cy="20" r="6" />
    <circle className="faint-fill" cx="40" cy="48" r="6" />
    <circle className="faint-fill" cx="40" cy="76" r="6" />
    <circle className="danger-fill" cx="140" cy="48" r="9" />
    <path className="danger dashed" d="M150 48h70" />
    <path className="danger" d="m228 40 16 16m0-16-16 16" />
  </Art>
)
export const EnoughNodes = () => (
  <Art width={280} height={96}>
    <path
      className="accent"
      d="M60 48c40-40 80-40 110-30M60 48c50-16 100-16 176-12M60 48c50 14 100 18 160 22M60 48c30 34 60 38 92 34"
    />
    <circle className="brand-fill" cx="60" cy="48" r="9" />
    <circle className="accent-fill" cx="170" cy="18" r="6" />
    <circle className="accent-fill" cx="238" cy="36" r="6" />
    <circle className="accent-fill" cx="222" cy="70" r="6" />
    <circle className="accent-fill" cx="152" cy="82" r="6" />
  </Art>
)
