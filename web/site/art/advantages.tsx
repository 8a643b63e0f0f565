import { Art } from './art.tsx'

/** Laptop, phone and office meet at one switch. */
export const Networking = () => (
  <Art>
    <path className="faint" d="M76 58 108 76M164 52l-32 22M166 116l-36-28" />
    <rect className="wash" x="22" y="28" width="58" height="38" rx="5" />
    <path d="M14 74h74" />
    <path className="faint" d="M34 42h22M34 51h32" />
    <rect className="paper" x="164" y="20" width="32" height="56" rx="6" />
    <path d="M176 68h8" />
    <path className="wash" d="M164 146v-46h46v46Z" />
    <path className="faint" d="M175 111h8m8 0h8m-24 11h8m8 0h8" />
    <path d="M182 146v-13h10v13M154 146h66" />
    <circle className="brand-fill" cx="120" cy="82" r="23" />
    <path className="on-brand" d="M120 70v12m-8.5-7a12 12 0 1 0 17 0" />
    <circle className="accent-fill" cx="80" cy="60" r="4" />
    <circle className="accent-fill" cx="164" cy="53" r="4" />
    <circle className="accent-fill" cx="165" cy="115" r="4" />
    <path className="faint" d="M28 120h42m-42 12h26" />
  </Art>
)

/** An address with its own place on the map and a lock on it. */
export const NativeAddress = () => (
  <Art>
    <rect className="faint" x="54" y="20" width="150" height="92" rx="10" />
    <rect className="paper" x="36" y="36" width="150" height="92" rx="10" />
    <path className="wash" d="M36 46a10 10 0 0 1 10-10h130a10 10 0 0 1 10 10v10H36Z" />
    <circle className="brand-fill" cx="48" cy="46" r="3" />
    <circle className="faint-fill" cx="58" cy="46" r="3" />
    <path className="accent" d="M66 108s15-13 15-24a15 15 0 1 0-30 0c0 11 15 24 15 24Z" />
    <circle className="accent-fill" cx="66" cy="84" r="5" />
    <text x="92" y="88" textLength="76" lengthAdjust="spacingAndGlyphs">
      203.0.113.8
    </text>
    <path className="faint" d="M94 102h62" />
    <circle className="brand-fill" cx="184" cy="122" r="20" />
    <rect className="on-brand" x="176" y="119" width="16" height="12" rx="2.5" />
    <path className="on-brand" d="M179.5 119v-4.5a4.5 4.5 0 0 1 9 0v4.5" />
  </Art>
)

/** The globe with nodes far apart. */
export const ManyNodes = () => (
  <Art>
    <circle className="wash" cx="120" cy="80" r="56" />
    <path
      className="faint"
      d="M64 80h112M120 24c20 16 27 34 27 56s-7 40-27 56c-20-16-27-34-27-56s7-40 27-56ZM72 52h96M72 108h96"
    />
    <path d="M88 92c8-38 40-52 72-40" />
    <path d="M88 92c14 26 44 34 66 20" />
    <path d="M88 92c-8-22-4-36 14-50" />
    <path d="M160 52c22-14 36-14 52-8" />
    <path d="M88 92c-26 14-44 14-60 4" />
    <circle className="brand-fill" cx="88" cy="92" r="8" />
    <circle className="accent-fill" cx="160" cy="52" r="5.5" />
    <circle className="accent-fill" cx="154" cy="112" r="5.5" />
    <circle className="accent-fill" cx="102" cy="42" r="5.5" />
    <circle className="accent-fill" cx="212" cy="44" r="5.5" />
    <circle className="accent-fill" cx="28" cy="96" r="5.5" />
  </Art>
)

/** A phone with a feed; what people do there floats around it. */
export const SocialMedia = () => (
  <Art>
    <rect className="paper" x="88" y="14" width="68" height="132" rx="12" />
    <path d="M114 24h16" />
    <rect className="wash" x="98" y="36" width="48" height="42" rx="6" />
    <path className="brand-fill" d="m116 48 15 9-15 9Z" />
    <path className="faint" d="M98 92h48M98 104h34M98 116h42" />
    <rect className="wash" x="22" y="30" width="48" height="40" rx="10" />
    <path
      className="accent"
      d="M46 60s-13-7.5-13-15.5a6.5 6.5 0 0 1 13-1.5 6.5 6.5 0 0 1 13 1.5C59 52.5 46 60 46 60Z"
    />
    <path className="paper" d="M24 94h50v32H46l-10 9v-9H24Z" />
    <path className="faint" d="M34 106h30m-30 9h20" />
    <rect className="brand-fill" x="174" y="24" width="44" height="44" rx="12" />
    <path className="on-brand" d="m190 36-4 20m15-20-4 20m-13-14h20m-22 8h20" />
    <circle className="wash" cx="194" cy="108" r="22" />
    <circle cx="194" cy="102" r="7" />
    <path d="M181 122c2-7 7-10 13-10s11 3 13 10" />
    <circle className="accent-fill" cx="211" cy="92" r="6" />
  </Art>
)

/** A tile pressed, a site open. */
export const OneClick = () => (
  <Art>
    <rect className="paper" x="78" y="18" width="142" height="100" rx="10" />
    <path d="M78 40h142" />
    <circle className="faint-fill" cx="91" cy="29" r="3" />
    <circle className="faint-fill" cx="102" cy="29" r="3" />
    <circle className="faint-fill" cx="113" cy="29" r="3" />
    <rect className="wash" x="94" y="54" width="52" height="48" rx="6" />
    <path className="faint" d="M160 60h44m-44 14h44m-44 14h28" />
    <rect className="wash" x="20" y="82" width="34" height="34" rx="9" />
    <rect className="wash" x="20" y="40" width="34" height="34" rx="9" />
    <rect className="brand-fill" x="62" y="82" width="46" height="46" rx="12" />
    <path className="on-brand" d="M77 113l17-17m-12-1h12v12" />
    <path className="paper" d="m98 118 6 30 8-10 13-1Z" />
    <path className="accent" d="M124 108l6-5m1 16h8M108 146l-2 0" />
  </Art>
)

/** A headset and an answer. */
export const Support = () => (
  <Art>
    <circle className="wash" cx="96" cy="88" r="56" />
    <path d="M58 92v-8a38 38 0 0 1 76 0v8" />
    <rect className="brand-fill" x="50" y="88" width="18" height="32" rx="9" />
    <rect className="brand-fill" x="124" y="88" width="18" height="32" rx="9" />
    <path d="M134 120c0 12-9 18-24 18" />
    <circle className="accent-fill" cx="106" cy="138" r="6" />
    <path className="paper" d="M136 22h78v44h-44l-14 12V66h-20Z" />
    <path className="faint" d="M150 38h50m-50 12h32" />
    <path className="accent" d="m186 98 7 7 13-14" />
    <circle className="accent" cx="196" cy="98" r="18" />
  </Art>
)
