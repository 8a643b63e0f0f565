import { operatorPassword } from '#contract/records/operator-fields.ts'
import { password as bounds } from '#contract/rules.ts'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'
import { commonInChina } from './common-passwords-zh.ts'
import { isGuessable } from './guessable.ts'

let common: Promise<Set<string>> | undefined

/** Returns some 42,000 passwords that breaches have made known. Unpacking them takes 30 ms: too long for every start. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const possible = dictionary['passwords-common'].filter(
    word => word.length >= bounds.min && word.length <= operatorPassword.max,
  )
  return new Set([...possible, ...commonInChina])
}

/** Reports whether a password is the holder's own phone or name with little, or only digits, added. */
function hasName(lower: string, name: string): boolean {
  if (!name || !lower.includes(name)) return false
  const rest = lower.replace(name, '')
  return rest.length < 4 || /^[^a-z]*$/.test(rest)
}

/**
 * Refuses (-41011) the passwords that a guesser tries first; `name` is the phone or the name of the holder. A demonstration keeps
 * its weak passwords.
 */
export async function requireUncommon(
  config: Pick<Config, 'mode' | 'brandLatin'>,
  password: string,
  name: string,
): Promise<void> {
  if (config.mode === 'demo') return
  const lower = password.toLowerCase()
  const brand = config.brandLatin.toLowerCase()
  common ??= commonPasswords()
  const isOwn = lower === name.slice(-8) || hasName(lower, name.toLowerCase())
  if ((await common).has(lower) || isGuessable(lower) || isOwn || (brand && lower.startsWith(brand)))
    throw new Refusal(-41011)
}
