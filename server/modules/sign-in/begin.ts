import { hashSecret } from '#server/core/secret-hash.ts'
import type { Prepared, PublicContext } from '#server/engines/context.ts'
import { insertAttempt, type Purpose, type StoredProvider } from './ways.sql.ts'
import { askProvider, newBrowserSecret, newNamed, providerOf, wayOf } from './ways.ts'

/** Begins a sign-in at the provider. The browser keeps the secret, of which only the hash is stored. */
export async function beginWay<Context extends PublicContext>(
  { services: { config }, caller, once }: PublicContext & Prepared<Context>,
  companyId: string,
  stored: StoredProvider,
  purpose: Purpose,
): Promise<{ url: string; secret: string }> {
  const [state, secret] = [newNamed(companyId), newBrowserSecret()]
  const browser = { isInside: /wxwork/i.test(caller.userAgent) }
  const provider = providerOf(config, companyId, stored)
  const url = await askProvider(() => provider.begin(wayOf(config, state, secret), browser))
  return once(async ({ system }) => {
    const attempt = { companyId, stateHash: hashSecret(state), browserHash: hashSecret(secret), purpose }
    await insertAttempt(system, attempt)
    return { url, secret }
  })
}
