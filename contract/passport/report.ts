import type { Checked } from './check.ts'

/** What a check has found, in sentences for the reader of the file. */
export interface PassportReport {
  verdict: 'valid' | 'invalid' | 'unknown issuer'
  /** The company, the line and the address; absent from a file that cannot be read. */
  heading?: string
  /** What the file states as a whole. */
  facts: string[]
  /** The uses of the address, in the order of the chain. */
  uses: string[]
  faults: string[]
}

interface Given {
  /** How many keys the reader trusts, and how many heads the company has kept. */
  keys: number
  heads: number
  /** Writes an instant. */
  at?: (instant: string) => string
}

export function reportOf(
  { faults, header, head, key, facts, confirmed, later }: Checked,
  { keys, heads, at = instant => instant }: Given,
): PassportReport {
  const verdict = faults.length ? 'invalid' : keys ? 'valid' : 'unknown issuer'
  const report: PassportReport = { verdict, facts: [], uses: [], faults: faults.map(plain) }
  if (!header || !head) return report
  const { company, line, address, held_since, held_until, free_since, before, people, devices } = header
  report.heading = plain(`${company.name}　${line.name}（${address}）`)
  const since = `自 ${at(held_since)} 起${held_until ? `至 ${at(held_until)} ` : ''}由该企业使用`
  const free = free_since
    ? `${held_until ? '此前' : ''}自 ${at(free_since)} 起与其他企业无关`
    : '此前没有其他企业使用过'
  const links =
    head.number > before.number
      ? `链的第 ${before.number + 1} 至 ${head.number} 环，其中 ${facts.length} 环属于该地址；签于 ${at(head.at)}`
      : `没有该地址的连接；链止于第 ${head.number} 环，签于 ${at(head.at)}`
  const kept = `另存的签名 ${heads} 个，其中 ${confirmed} 个落在文件的范围内并且一致${later ? `；${later} 个比文件新，没有比较` : ''}`
  report.facts = [`${since}；${free}`, links, `公钥 Public key ${key}`, ...(heads ? [kept] : [])].map(plain)
  const closed = new Set(facts.filter(({ fact }) => fact.fact === 'closed').map(({ fact }) => fact.connection))
  report.uses = facts.flatMap(({ fact }) => {
    const who = `${people[String(fact.employee)] ?? fact.employee} · ${devices[String(fact.device)] ?? fact.device}`
    const shop = fact.shop ? ` · ${fact.platform} ${fact.shop_number}` : ''
    // An attempt that the company's rule refused is in the chain, but is no use of the address.
    const refused = fact.end_reason === 'refused' ? '（企业的规则拒绝了这次连接，没有使用）' : ''
    const started = at(String(fact.started_at))
    if (fact.fact === 'closed') return [plain(`${started} 至 ${at(String(fact.ended_at))}　${who}${shop}${refused}`)]
    return closed.has(fact.connection) ? [] : [plain(`${started} 起，尚未结束　${who}${shop}`)]
  })
  return report
}

/** A file from others must not control a terminal, nor reorder what is read. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
