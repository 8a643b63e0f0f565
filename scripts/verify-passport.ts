import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkPassport } from '../server/core/passport-file.ts'

const help = `用法 Usage：node verify-passport.mjs <护照文件 passport.jsonl> [选项 options]
（源码里 from the source：npm run verify-passport -- <file>）

  --key <公钥>      门户的公钥（护照的 PDF、“店铺与账号”页与 /.well-known/passport-key.json），文件须由它签名
                    The issuer's public key, which must have signed the file
  --heads <文件>    企业另存的每日签名（下载的 JSON，或每行一个），文件须与它们一致
                    Signed heads that the company has kept, which the file must agree with

不需要门户，也不联网。发现问题时以 1 结束。
Needs neither the portal nor a network. Exits with 1 when something is wrong.`

/** Reads heads as they were downloaded: one object with `heads`, or one head a line. */
function headsIn(text: string): { signed: string; signature: string }[] {
  try {
    const whole = JSON.parse(text)
    if (Array.isArray(whole.heads)) return whole.heads
  } catch {
    // It is not one object, so each line is a head.
  }
  return text.split('\n').flatMap(line => (line.trim() ? [JSON.parse(line)] : []))
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, heads: { type: 'string' }, help: { type: 'boolean' } },
})
const [file] = positionals
if (values.help || file === undefined || positionals.length > 1) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
const heads = values.heads === undefined ? [] : headsIn(readFileSync(values.heads, 'utf8'))
const { faults, header, head, key, facts, confirmed } = checkPassport(readFileSync(file, 'utf8'), {
  key: values.key,
  heads,
})
if (header && head) {
  console.log(`${header.company.name}　${header.line.name}（${header.address}）`)
  console.log(
    `自 ${header.held_since} 起${header.held_until ? `至 ${header.held_until} ` : ''}由该企业使用；${header.free_since ? `${header.held_until ? '此前' : ''}自 ${header.free_since} 起与其他企业无关` : '此前没有其他企业使用过'}`,
  )
  console.log(
    head.number > header.before.number
      ? `链的第 ${header.before.number + 1} 至 ${head.number} 环，其中 ${facts.length} 环属于该地址；签于 ${head.at}`
      : `没有该地址的连接；链止于第 ${head.number} 环，签于 ${head.at}`,
  )
  console.log(`公钥 ${key}${values.key ? '' : '（没有与您记下的比较，请用 --key）'}`)
  if (heads.length) console.log(`另存的签名 ${heads.length} 个，其中 ${confirmed} 个落在文件的范围内并且一致`)
  const closed = new Set(facts.filter(({ fact }) => fact.fact === 'closed').map(({ fact }) => fact.connection))
  for (const { fact } of facts) {
    const who = `${header.people[String(fact.employee)] ?? fact.employee} · ${header.devices[String(fact.device)] ?? fact.device}`
    const shop = fact.shop ? ` · ${fact.platform} ${fact.shop_number}` : ''
    // An attempt that the company's rule refused stands in the chain, and is no use of the address.
    const refused = fact.end_reason === 'refused' ? '（企业的规则拒绝了这次连接，没有使用）' : ''
    if (fact.fact === 'closed') console.log(`  ${fact.started_at} 至 ${fact.ended_at}　${who}${shop}${refused}`)
    else if (!closed.has(fact.connection)) console.log(`  ${fact.started_at} 起，尚未结束　${who}${shop}`)
  }
}
for (const fault of faults) console.error(`✗ ${fault}`)
console.log(
  faults.length
    ? `不可信：${faults.length} 处问题  NOT VALID: ${faults.length} problem(s)`
    : '✓ 内容、次序与签名全部一致  VALID: content, order and signatures agree',
)
process.exitCode = faults.length ? 1 : 0
