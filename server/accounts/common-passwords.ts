import { password as bounds } from '#contract/rules.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/envelope.ts'

let common: Promise<Set<string>> | undefined

/** Most used first, as breaches count them. Unpacking all of them takes 30 ms: not at every start. */
async function mostCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const possible = dictionary['passwords-common'].filter(word => word.length >= bounds.min && word.length <= bounds.max)
  return new Set(possible.slice(0, 3000))
}

/** Refuses (-41011) what a guesser tries first. A demonstration keeps its simple passwords. */
export async function requireUncommon(
  config: Pick<Config, 'mode' | 'brandLatin'>,
  password: string,
  phone: string,
): Promise<void> {
  if (config.mode === 'demo') return
  const lower = password.toLowerCase()
  const brand = config.brandLatin.toLowerCase()
  common ??= mostCommon()
  if ((await common).has(lower) || lower === phone || lower === phone.slice(-8) || (brand && lower.startsWith(brand)))
    throw new Refusal(-41011)
}
