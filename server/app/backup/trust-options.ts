import { type Identities, readIdentities } from './encryption.ts'
import type { Trust } from './signature.ts'

/** The options of every command that reads a backup. */
export interface TypedTrust {
  'other-key'?: boolean | undefined
  'signed-by'?: string | undefined
  unsigned?: boolean | undefined
  identity?: string | undefined
}

export const trustOptions = '[--identity <私钥文件>] [--signed-by <公钥>] [--other-key] [--unsigned]'

export const trustOf = (typed: TypedTrust): Trust => ({
  otherKey: typed['other-key'],
  signedBy: typed['signed-by'],
  unsigned: typed.unsigned,
})

export const identitiesOf = async ({ identity }: TypedTrust): Promise<Identities> =>
  identity === undefined ? undefined : readIdentities(identity)
