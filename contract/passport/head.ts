/** The parts whose hash is a link. It is made from its number and its digest, so that a passport can omit what other addresses were used for. */
export const linkParts = (before: Uint8Array, number: number, digest: Uint8Array): (string | Uint8Array)[] => [
  before,
  `\n${number}\n`,
  digest,
]

export type HeadKind = 'end' | 'day' | 'trim'

export interface Head {
  kind: HeadKind
  company: string
  number: number
  hash: string
  at: string
}

/** Returns the text whose signature vouches for the chain up to this link. */
export const headText = ({ kind, company, number, hash, at }: Head): string =>
  JSON.stringify({ format: 'haiyilian-connection-head-1', kind, company, number, hash, at })

/** Parses a head; undefined if the text is not one. */
export function parseHead(text: string): Head | undefined {
  try {
    const read = JSON.parse(text) as Partial<Head>
    const { kind, company, number, hash, at } = read
    const isKnownKind = kind === 'end' || kind === 'day' || kind === 'trim'
    if (!isKnownKind || typeof company !== 'string' || typeof hash !== 'string' || typeof at !== 'string')
      return undefined
    if (typeof number !== 'number') return undefined
    const head = { kind, company, number, hash, at }
    return headText(head) === text ? head : undefined
  } catch {
    return undefined
  }
}
