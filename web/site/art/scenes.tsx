import { Art } from './art.tsx'

/** A phone on its stand before a ring of light. */
export const LiveScene = () => (
  <Art>
    <circle className="wash" cx="150" cy="100" r="78" />
    <circle className="paper" cx="150" cy="100" r="56" />
    <rect className="paper" x="122" y="50" width="56" height="100" rx="9" />
    <rect className="wash" x="130" y="62" width="40" height="66" rx="4" />
    <circle cx="150" cy="86" r="9" />
    <path d="M134 120c3-11 9-16 16-16s13 5 16 16M144 140h12" />
    <path d="M150 178v24m-34 22 34-22 34 22" />
    <rect className="danger-fill" x="222" y="44" width="54" height="24" rx="12" />
    <text className="on-art" x="235" y="61" textLength="28" lengthAdjust="spacingAndGlyphs">
      LIVE
    </text>
    <path
      className="accent"
      d="M262 128s-14-8-14-17a7 7 0 0 1 14-1.6 7 7 0 0 1 14 1.6c0 9-14 17-14 17ZM298 98s-9-5-9-11a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 6-9 11-9 11Z"
    />
    <path className="paper" d="M226 152h92v34h-62l-14 12v-12h-16Z" />
    <path className="faint" d="M242 164h58m-58 11h38" />
    <path className="faint" d="M30 60h34M24 74h28M34 152h24" />
  </Art>
)

/** A shop front, its parcels on the way. */
export const ShopScene = () => (
  <Art>
    <path className="wash" d="M50 98h150v104H50Z" />
    <path
      className="paper"
      d="M40 66h170l10 30a15 15 0 0 1-30 2 16 16 0 0 1-32 0 16 16 0 0 1-33 0 16 16 0 0 1-32 0 16 16 0 0 1-32 0 15 15 0 0 1-30-2Z"
    />
    <path className="brand-fill" d="M60 66 54 98a16 16 0 0 0 39 0l4-32ZM138 66l4 32a16 16 0 0 0 32 0l-6-32Z" />
    <rect className="paper" x="66" y="126" width="60" height="50" rx="4" />
    <path className="paper" d="M144 202v-76h36v76" />
    <path className="faint" d="M78 142h36M78 154h24" />
    <circle className="accent-fill" cx="172" cy="166" r="3.5" />
    <path d="M28 202h190" />
    <path className="paper" d="m250 152 38-16 38 16v46l-38 16-38-16Z" />
    <path d="m250 152 38 16 38-16M288 168v46" />
    <path className="accent" d="m269 144 38 16v14" />
    <path className="accent dashed" d="M218 120c24-44 60-56 96-40" />
    <path className="accent" d="m302 66 14 14-18 8" />
  </Art>
)

/** Each account on a separate line. */
export const SocialScene = () => (
  <Art>
    <path className="faint" d="M132 62h70M132 122h70M132 182h70" />
    {[62, 122, 182].map((y, index) => (
      <g key={y}>
        <rect className="paper" x="30" y={y - 24} width="104" height="48" rx="10" />
        <circle className={index === 1 ? 'brand-fill' : 'wash'} cx="56" cy={y} r="13" />
        <path className="faint" d={`M80 ${y - 6}h38M80 ${y + 7}h24`} />
        <path className="accent" d={`M134 ${y}h68`} />
        <circle className="accent-fill" cx="168" cy={y} r="4.5" />
        <rect className="wash" x="202" y={y - 20} width="120" height="40" rx="10" />
        <path d={`M224 ${y + 9}s8-7 8-13a8 8 0 1 0-16 0c0 6 8 13 8 13Z`} />
        <text x="244" y={y + 5} textLength="66" lengthAdjust="spacingAndGlyphs">
          {['203.0.113.8', '198.51.1.4', '192.0.2.16'][index]}
        </text>
      </g>
    ))}
  </Art>
)

/** Head office and a branch over the sea. */
export const OfficeScene = () => (
  <Art>
    <path className="wash" d="M40 204V66h74v138Z" />
    <path className="paper" d="M114 204v-92h44v92Z" />
    <path
      className="faint"
      d="M56 86h14m14 0h14M56 108h14m14 0h14M56 130h14m14 0h14M56 152h14m14 0h14M128 132h16m-16 20h16m-16 20h16"
    />
    <path d="M68 204v-28h20v28M26 204h146" />
    <path className="wash" d="M244 204v-82l36-24 36 24v82Z" />
    <path className="faint" d="M262 136h12m12 0h12m-36 22h12m12 0h12" />
    <path d="M270 204v-26h20v26M228 204h106" />
    <path className="faint" d="M178 222c8-6 16-6 24 0s16 6 24 0" />
    <path className="accent" d="M90 66c40-52 130-50 190 30" />
    <circle className="accent-fill" cx="90" cy="64" r="6" />
    <circle className="accent-fill" cx="280" cy="97" r="6" />
    <circle className="brand-fill" cx="186" cy="34" r="16" />
    <path className="on-brand" d="m178 34 6 6 11-12" />
  </Art>
)

/** An editor, and the machine it talks to. */
export const CodeScene = () => (
  <Art>
    <rect className="paper" x="30" y="44" width="190" height="140" rx="10" />
    <path d="M30 70h190" />
    <circle className="faint-fill" cx="46" cy="57" r="3.5" />
    <circle className="faint-fill" cx="58" cy="57" r="3.5" />
    <circle className="faint-fill" cx="70" cy="57" r="3.5" />
    <path d="m62 98-16 14 16 14m26-28 16 14-16 14m-8-34-10 40" />
    <path className="faint" d="M124 98h72m-72 16h46M46 148h96m-96 16h140m-50-34h60" />
    <rect className="wash" x="256" y="62" width="78" height="34" rx="7" />
    <rect className="wash" x="256" y="104" width="78" height="34" rx="7" />
    <rect className="wash" x="256" y="146" width="78" height="34" rx="7" />
    <circle className="accent-fill" cx="271" cy="79" r="4" />
    <circle className="accent-fill" cx="271" cy="121" r="4" />
    <circle className="brand-fill" cx="271" cy="163" r="4" />
    <path className="faint" d="M290 79h30m-30 42h30m-30 42h30" />
    <path className="accent" d="M220 112h36m-13-8 0 0" />
    <path d="M295 180v26h-170v-22m-22 22h44" />
  </Art>
)
