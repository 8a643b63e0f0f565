import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkPassport } from '../server/core/passport-file.ts'

const help = `用法 Usage：node verify-passport.mjs <护照文件 passport.jsonl> [选项 options]
（源码里 from the source：npm run verify-passport -- <file>）

  --key <公钥>      门户的公钥（护照的 PDF、“店铺与账号”页与 /.well-known/passport-key.json），可以写几个，文件须由其中之一、
                    或它们承认的从前的公钥签名
                    The issuer's public key; may be repeated. One of them, or a former key that they vouch for,
                    must have signed the file
  --keys <文件>     门户公布的公钥（/.well-known/passport-key.json），含从前的
                    The keys that the issuer publishes, former ones included
  --heads <文件>    企业另存的每日签名（下载的 JSON，或每行一个），文件须与它们一致
                    Signed heads that the company has kept, which the file must agree with

不需要门户，也不联网。发现问题时以 1 结束；没有写明公钥时核对不了签发者，以 3 结束。
Needs neither the portal nor a network. Exits with 1 when something is wrong, and with 3 when no key was given, so that
the issuer could not be checked.`

/** Reads heads as downloaded: one object with `heads`, or one head a line. */
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
  options: {
    key: { type: 'string', multiple: true },
    keys: { type: 'string' },
    heads: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const [file] = positionals
if (values.help || file === undefined || positionals.length > 1) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
const heads = values.heads === undefined ? [] : headsIn(readFileSync(values.heads, 'utf8'))
const published = values.keys === undefined ? undefined : JSON.parse(readFileSync(values.keys, 'utf8'))
const keys: string[] = [...(values.key ?? []), ...(published ? [published.key] : [])]
const { faults, header, head, key, facts, confirmed } = checkPassport(readFileSync(file, 'utf8'), {
  keys,
  former: published?.former ?? [],
  heads,
})
/** A file from others must not control the terminal, nor reorder what is read there. */
const print = (text: string, to: 'log' | 'error' = 'log') =>
  console[to](text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd'))
if (header && head) {
  print(`${header.company.name}　${header.line.name}（${header.address}）`)
  print(
    `自 ${header.held_since} 起${header.held_until ? `至 ${header.held_until} ` : ''}由该企业使用；${header.free_since ? `${header.held_until ? '此前' : ''}自 ${header.free_since} 起与其他企业无关` : '此前没有其他企业使用过'}`,
  )
  print(
    head.number > header.before.number
      ? `链的第 ${header.before.number + 1} 至 ${head.number} 环，其中 ${facts.length} 环属于该地址；签于 ${head.at}`
      : `没有该地址的连接；链止于第 ${head.number} 环，签于 ${head.at}`,
  )
  print(`公钥 Public key ${key}`)
  if (heads.length) print(`另存的签名 ${heads.length} 个，其中 ${confirmed} 个落在文件的范围内并且一致`)
  const closed = new Set(facts.filter(({ fact }) => fact.fact === 'closed').map(({ fact }) => fact.connection))
  for (const { fact } of facts) {
    const who = `${header.people[String(fact.employee)] ?? fact.employee} · ${header.devices[String(fact.device)] ?? fact.device}`
    const shop = fact.shop ? ` · ${fact.platform} ${fact.shop_number}` : ''
    // An attempt that the company's rule refused is in the chain, but is no use of the address.
    const refused = fact.end_reason === 'refused' ? '（企业的规则拒绝了这次连接，没有使用）' : ''
    if (fact.fact === 'closed') print(`  ${fact.started_at} 至 ${fact.ended_at}　${who}${shop}${refused}`)
    else if (!closed.has(fact.connection)) print(`  ${fact.started_at} 起，尚未结束　${who}${shop}`)
  }
}
for (const fault of faults) print(`✗ ${fault}`, 'error')
if (faults.length) {
  print(`不可信：${faults.length} 处问题  NOT VALID: ${faults.length} problem(s)`)
  process.exitCode = 1
} else if (keys.length) print('✓ 内容、次序与签名全部一致  VALID: content, order and signatures agree')
else {
  print('！没有核对签发者：内容与次序未被改动，但谁都能用自己的密钥签名。请用 --key 或 --keys 写明门户的公钥')
  print(
    "! INTACT, ISSUER NOT CHECKED: anybody can sign with a key of their own. Give the issuer's key with --key or --keys",
  )
  process.exitCode = 3
}
