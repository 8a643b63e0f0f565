import { hash } from 'node:crypto'
import type { OutputOf } from '#contract/index.ts'
import { sealText } from '#contract/passport/check.ts'
import { type PassportHeader, type PassportLine, type PassportSeal, passportFormat } from '#contract/passport/format.ts'
import { digestOf, signText } from '#server/core/connection-chain.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import { findCompany } from '#server/modules/companies/companies.sql.ts'
import type { LinkRow } from './chain.sql.ts'
import { closedTextOf, openedTextOf } from './facts.ts'
import { formerKeys } from './former-keys.ts'
import { signHead, signingKey } from './heads.ts'
import { isWithin, type Within } from './held-addresses.sql.ts'
import { type ProvedLinks, withProvedLinks } from './proved-links.ts'

/** The most links in a file, which is some 30 megabytes. */
export const maxLinks = 200_000
const digestsEach = 1_000

interface Passport {
  line: Pick<OutputOf<'getLinePassport'>['line'], 'svp_id' | 'name'> & { address: string }
  since: string | undefined
  within: Within
  heldSince: string
  heldUntil: string | null
  freeSince: string | null
}

/**
 * Writes the file of an address; the company's uses in other periods appear as digests. Throws -56007 where the rows are not what
 * was signed: such a file would prove nothing.
 */
export async function writePassport(
  { system, company, services, membership: { companyId } }: ManagerContext,
  { line, since, within, heldSince, heldUntil, freeSince }: Passport,
): Promise<OutputOf<'exportPassport'>> {
  const { config } = services
  const found = await findCompany(company, companyId)
  if (!found) throw new Error('the company is gone')
  const part = { address: line.address, since, within, most: maxLinks }
  // The verifier misses no link of a later time than this in the file, so the clock is read before the links are.
  const madeAt = new Date().toISOString()
  const { end, before, people, devices, lines, rows } = await withProvedLinks(company, config, companyId, part, links =>
    linesOf(links, { address: line.address, within }),
  )
  const header: PassportHeader = {
    format: passportFormat,
    portal: config.brandName,
    made_at: madeAt,
    company: { id: companyId, name: found.name },
    line: { id: line.svp_id, name: line.name },
    address: line.address,
    held_since: heldSince,
    held_until: heldUntil,
    free_since: freeSince,
    before: { number: before.number, hash: before.hash.toString('hex') },
    people,
    devices,
  }
  const content = [header, ...lines].map(each => `${JSON.stringify(each)}\n`).join('')
  const sha256 = hash('sha256', content, 'hex')
  const { privateKey, letters } = signingKey(config)
  // Signed again, so that the file has one key even where the chain's end was signed by the previous one.
  const { signed, signature } = signHead(config, 'end', companyId, end)
  const seal: PassportSeal = {
    key: letters,
    signed,
    signature,
    sha256,
    seal: signText(privateKey, sealText(sha256, signed)),
    former: await formerKeys(system, config),
  }
  const fileName = `地址护照-${line.address.replaceAll(':', '-')}-${dayInChina(Date.now())}.jsonl`
  const file = { content: Buffer.from(`${content}${JSON.stringify(seal)}\n`), fileName, type: 'jsonl' as const }
  return { url: await keepExport(services, file), file_name: fileName, rows }
}

/** Returns the file's lines, and the names that occur in the address's own. */
async function linesOf({ end, before, walk }: ProvedLinks, { address, within }: { address: string; within: Within }) {
  const people: Record<string, string> = {}
  const devices: Record<string, string> = {}
  const lines: PassportLine[] = []
  let rows = 0
  for await (const { number, row } of walk()) {
    const text = textOf(row)
    if (row.address === address && isWithin(row.started_at, within)) {
      lines.push({ number, text })
      people[row.employee_id] = row.employee_name
      devices[row.device_id] = row.device_name
      rows += 1
    } else addDigest(lines, number, digestOf(text).toString('hex'))
  }
  return { end, before, people, devices, lines, rows }
}

const textOf = (row: LinkRow) => (row.kind === 'opened' ? openedTextOf(row) : closedTextOf(row))

function addDigest(lines: PassportLine[], number: number, digest: string): void {
  const last = lines.at(-1)
  if (last && 'digests' in last && last.digests.length < digestsEach) last.digests.push(digest)
  else lines.push({ number, digests: [digest] })
}
