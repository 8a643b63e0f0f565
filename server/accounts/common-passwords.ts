import { dictionary } from '@zxcvbn-ts/language-common'
import { password as bounds } from '#contract/rules.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/envelope.ts'

// Most used first, as breaches count them.
const common = new Set(
  dictionary['passwords-common'].filter(word => word.length >= bounds.min && word.length <= bounds.max).slice(0, 3000),
)

/** Refuses (-41011) what a guesser tries first. A demonstration keeps its simple passwords. */
export function requireUncommon(config: Pick<Config, 'mode' | 'brandLatin'>, password: string, phone: string): void {
  if (config.mode === 'demo') return
  const lower = password.toLowerCase()
  const brand = config.brandLatin.toLowerCase()
  if (common.has(lower) || lower === phone || lower === phone.slice(-8) || (brand && lower.startsWith(brand)))
    throw new Refusal(-41011)
}
