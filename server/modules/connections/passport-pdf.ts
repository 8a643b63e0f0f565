import { shopPlatformNames } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { pdfDocument } from '#server/engines/documents/document.ts'
import { findCompany } from '#server/modules/companies/companies.sql.ts'
import { endOf } from './chain.sql.ts'
import { isGenuine, signingKey } from './heads.ts'

export interface Range {
  from?: string | undefined
  to?: string | undefined
}

/** A city that is a country of its own is named once. */
const placeOf = ({ country, city }: OutputOf<'getLinePassport'>['line']) =>
  country.endsWith(city) ? country : `${country} ${city}`

const at = (instant: string | null) => (instant ? formatTimeInChina(instant).slice(0, 16) : '')

/** Writes what the page shows, with the chain's end, by which it can be found in the signed file. */
export async function passportPdf(
  { company, config, companyId }: { company: Database; config: Config; companyId: string },
  { line, since, free_since, recorded_since, uses, more }: OutputOf<'getLinePassport'>,
  { from, to }: Range,
): Promise<Buffer> {
  const [owner, end] = await together(company, database => [
    findCompany(database, companyId),
    endOf(database, companyId),
  ])
  if (!owner) throw new Error('the company is gone')
  if (end && !isGenuine(config, companyId, 'end', end)) throw new Refusal(-56007)
  const rows = uses.map(use => [
    use.shop_platform
      ? `${use.shop_name ?? ''}\n${shopPlatformNames[use.shop_platform]} ${use.shop_number}`
      : '没有选择店铺',
    use.employee_name,
    use.device_name,
    at(use.first_at),
    at(use.last_at),
    String(use.connections),
  ])
  const range = from || to ? `${from ?? '最早'} 至 ${to ?? '现在'}` : '全部记录'
  return pdfDocument({
    title: `专属地址护照 ${line.address}`,
    facts: [
      ['企业', owner.name],
      ['统一社会信用代码', owner.credit_code],
      ['专线', `${line.name}（${placeOf(line)}）`],
      ['自何时起由本企业使用', at(since)],
      ['与其他企业无关', free_since ? `自 ${at(free_since)} 起` : '此前没有其他企业使用过'],
      ['连接记录始于', recorded_since ? at(recorded_since) : '还没有连接记录'],
      ['本文件的时间范围', range],
    ],
    blocks: [
      {
        text: `${config.brandName}出具：自 ${at(since)} 起，地址 ${line.address} 只分配给上述企业，没有分配给其他企业。以下是记录到的通过它连接的店铺、人员与设备。`,
      },
      { heading: '谁为哪家店铺用过它' },
      rows.length
        ? {
            table: {
              columns: [
                { title: '店铺', share: 118 },
                { title: '人员', share: 46 },
                { title: '设备', share: 116 },
                { title: '从', share: 82 },
                { title: '到', share: 82 },
                { title: '次数', share: 34, align: 'right' },
              ],
              rows,
            },
          }
        : { text: '这段时间没有人连接过。' },
      ...(more ? [{ text: '仅列出最近的 200 组；全部在签名文件里。' }] : []),
      { heading: '怎样核对' },
      {
        text: '连接由客户端以设备密钥签名上报，时间以服务器为准，时区为北京时间。每条记录接在本企业的散列链上，末端由门户签名。随附的签名文件（.jsonl）可以用 npm run verify-passport 离线核对；本 PDF 供阅读。',
      },
      {
        facts: [
          ['链的末端', end ? `第 ${end.number} 环` : '还没有'],
          ['末端的散列', end ? end.hash.toString('hex') : ''],
          ['门户的公钥', signingKey(config).letters],
        ],
      },
    ],
    foot: `${config.brandName} · ${line.address} · ${at(new Date().toISOString())} 生成`,
  })
}
