import type { TermsKind } from '#contract/content-names.ts'
import {
  type ContractPart,
  type ContractValue,
  contractParts,
  contractValues,
  missingPlaceholders,
  placeholder,
  unknownPlaceholders,
} from '#contract/contract-names.ts'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'

interface Written {
  which: TermsKind
  markdown: string
}

/** Throws -59720 with the unknown placeholders of a contract's template. An agreement may hold any. */
export function requireKnownPlaceholders({ which, markdown }: Written): void {
  const unknown = which === 'contract' ? unknownPlaceholders(markdown) : []
  if (unknown.length) throw new Refusal(-59720, unknown.join('、'))
}

/** Throws -59721 with the missing mandatory placeholders of a contract. A draft may still lack them. */
export function requireWholeContract({ which, markdown }: Written): void {
  const missing = which === 'contract' ? missingPlaceholders(markdown) : []
  if (missing.length) throw new Refusal(-59721, missing.join('、'))
}

/** The template's values about the provider, the same for every purchase. */
export const sellerValues = ({ copyright, brandName, officeAddress, supportPhone }: Config) => ({
  seller: copyright || brandName,
  sellerAddress: officeAddress || '—',
  sellerPhone: supportPhone || '—',
  brandName,
})

/** Fills the values into a line of a template. Its placeholders were checked when it was saved. */
export const filledLine = (line: string, values: Record<ContractValue, string>): string =>
  line.replaceAll(placeholder, (whole, name: string) => (name in values ? values[name as ContractValue] : whole))

/** The part of a contract that a line stands for; undefined for text. */
export function partOn(line: string): ContractPart | undefined {
  const name = /^\s*\{\{\s*(\w+)\s*\}\}\s*$/.exec(line)?.[1]
  return name !== undefined && name in contractParts ? (name as ContractPart) : undefined
}

/** Returns the template for the editor's preview, with examples for the values; unknown placeholders stay as written. */
export function triedContract(markdown: string, config: Config): string {
  const samples = Object.fromEntries(Object.entries(contractValues).map(([name, { sample }]) => [name, sample]))
  // The samples have every value, so the record is complete.
  const values = { ...(samples as Record<ContractValue, string>), ...sellerValues(config) }
  return markdown
    .split('\n')
    .map(line => {
      const part = partOn(line)
      // Consecutive lines are separate lines in the contract, too.
      return part ? `*（${contractParts[part]}）*` : `${filledLine(line, values)}${line.trim() ? '  ' : ''}`
    })
    .join('\n')
}
