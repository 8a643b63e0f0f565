import { type FormerKey, formerKeyText } from '#contract/passport/former-keys.ts'
import { getChainHead } from '#contract/passports.ts'
import { keyLetters, signText } from '#server/core/connection-chain.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { signers, signingKey } from './heads.ts'

const former = getChainHead.output.shape.former.element

/** Returns the public keys that signed before the present one, the latest first. */
export const formerKeys = (system: Database, keys: Keys): Promise<FormerKey[]> =>
  system.rows(former)`
    select key, until, by, signature from passport_key where key <> ${signingKey(keys).letters} order by until desc, key`

/** Records the older keys of the ring while it has them: once they are removed, they can't be reconstructed. */
export async function noteFormerKeys(system: Database, keys: Keys): Promise<void> {
  const { letters: by, privateKey } = signingKey(keys)
  const until = new Date().toISOString()
  for (const { publicKey } of signers(keys).slice(1)) {
    const key = keyLetters(publicKey)
    const signature = signText(privateKey, formerKeyText({ key, until, by }))
    // A key that was put in the ring before its turn was recorded too early; the one that follows it corrects that.
    await system.change`
      insert into passport_key (key, until, by, signature) values (${key}, ${until}, ${by}, ${signature})
      on conflict (key) do update set until = excluded.until, by = excluded.by, signature = excluded.signature
      where passport_key.by <> excluded.by`
  }
}
