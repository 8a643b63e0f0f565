import { type ShopPlatform, shopPlatformNames } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { placeName } from '#contract/place-name.ts'
import type { Config } from '#server/core/config.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import { type Block, pdfDocument } from '#server/engines/documents/document.ts'
import type { ChainEnd } from './chain.sql.ts'
import { signingKey } from './heads.ts'
import type { ProvedUse, Range } from './proved-uses.ts'

interface Passport extends Pick<OutputOf<'getLinePassport'>, 'since' | 'until' | 'free_since' | 'recorded_since'> {
  owner: { name: string; credit_code: string }
  line: OutputOf<'getLinePassport'>['line'] & { city_latin: string }
  uses: ProvedUse[]
  end: ChainEnd
}

/** The platform's reviewers know it by this name. */
const platformLatin: Partial<Record<ShopPlatform, string>> = {
  amazon: 'Amazon',
  aliexpress: 'AliExpress',
  walmart: 'Walmart',
  shopify: 'Shopify',
  other: 'Other',
}
const platformName = (platform: ShopPlatform) => {
  const [name, latin] = [shopPlatformNames[platform], platformLatin[platform]]
  return latin && latin !== name ? `${name}\n${latin}` : name
}

const placeOf = (line: Passport['line']) => `${placeName(line)} ${line.city_latin}`

const at = (instant: string | null) => (instant ? formatTimeInChina(instant).slice(0, 16) : '')
const lastOf = ({ isOpen, last_at }: Pick<ProvedUse, 'isOpen' | 'last_at'>) => (isOpen ? '使用中\nin use' : at(last_at))

/** The most rows in a document's second table. */
const maxRows = 200

/**
 * Writes a passport for a platform's reviewer, who may read no Chinese. Its statements about connections are proved by the chain up
 * to the end that it names, by which they are found in the signed file.
 */
export async function passportPdf(
  config: Config,
  { owner, line, since, until, free_since, recorded_since, uses, end }: Passport,
  { from, to }: Range,
): Promise<Buffer> {
  const range = from || to ? `${from ?? '最早 earliest'} – ${to ?? '现在 now'}` : '全部记录 All records'
  const made = at(new Date().toISOString())
  const blocks: Block[] = [
    {
      text: `${config.brandName}据系统记录出具：自 ${at(since)} 起${until ? `至 ${at(until)}` : ''}，IP 地址 ${line.address} 只分配给上述企业，没有分配给任何其他客户；${
        free_since ? `自 ${at(free_since)} 起${until ? '至当时' : ''}与其他企业无关。` : '此前也没有分配给过任何客户。'
      }`,
    },
    {
      text: `According to our records, ${until ? `from ${at(since)} until ${at(until)}` : `since ${at(since)}`} the IP address ${line.address} ${until ? 'was' : 'has been'} assigned to the company above and to no other customer of ours. ${
        free_since
          ? `No other customer ${until ? `had held it since ${at(free_since)} by then` : `has held it since ${at(free_since)}`}.`
          : `No other customer ${until ? 'had' : 'has'} held it before.`
      } All times are China Standard Time (UTC+8).`,
    },
    { heading: '在此地址上使用的店铺与账号  Stores and accounts used on this address' },
    uses.length ? shopsTable(uses) : { text: '这段时间没有人连接过。 Nobody connected in this period.' },
    { heading: '人员与设备  People and devices' },
    ...(uses.length ? [usesTable(uses.slice(0, maxRows))] : [{ text: '—' }]),
    ...(uses.length > maxRows
      ? [
          {
            text: `共 ${uses.length} 组，仅列出最近的 ${maxRows} 组；全部在签名文件里。 The signed file has all of them.`,
          },
        ]
      : []),
    { heading: '怎样核对  How to verify' },
    {
      text: '每次连接由客户端以设备密钥签名上报，时间以服务器为准；每条记录接在散列链（SHA-256）上，改动、删去或插入任何一条都会被发现，末端由门户签名（Ed25519）。本文件是在核对该链之后生成的；随附的签名文件（.jsonl）可以在下面的网页上核对（文件不会上传），也可以离线核对。',
    },
    {
      text: 'Each connection is reported by the client program and signed with the key of its device; times are those of our server. Records form a SHA-256 hash chain with a signed head (Ed25519): any that is changed, removed or added is found. This document was made after checking that chain. The accompanying signed file (.jsonl) can be verified on the page below, which uploads nothing, or offline.',
    },
    {
      facts: [
        ['在线核对 Verify online', `${config.publicUrl}${paths.verifyPassport}`],
        ['核对程序 Verifier', `${config.publicUrl}/verify-passport.mjs`],
        ['公钥 Public key', signingKey(config).letters],
        ['公钥公布于 Published at', `${config.publicUrl}/.well-known/passport-key.json`],
        ['链的末端 Chain head', `${end.number} · ${end.hash.toString('hex')}`],
      ],
    },
  ]
  return pdfDocument({
    title: '专属 IP 地址护照',
    subtitle: 'Dedicated IP Address Passport',
    facts: [
      ['IP 地址 IP address', line.address ?? ''],
      ['企业 Company', owner.name],
      ['信用代码 Registration no.', owner.credit_code],
      ['所在地 Location', placeOf(line)],
      ['专线 Line', line.name],
      until
        ? ['独占期间 Held exclusively', `${at(since)} – ${at(until)}`]
        : ['独占自 Held exclusively since', at(since)],
      [
        '此前 Before that',
        free_since
          ? `自 ${at(free_since)} 起与其他企业无关 No other customer since then`
          : '没有其他企业使用过 Never held by another customer',
      ],
      ['连接记录始于 Recorded since', recorded_since ? at(recorded_since) : '还没有连接记录 No records yet'],
      ['时间范围 Period', range],
      ['出具方 Issued by', [config.brandName, config.publicUrl, config.supportPhone].filter(Boolean).join(' · ')],
      ['出具时间 Issued at', `${made} (UTC+8)`],
    ],
    blocks,
    foot: `${config.brandName} · ${line.address} · ${made} (UTC+8)`,
  })
}

function shopsTable(uses: ProvedUse[]): Block {
  const shops = [...Map.groupBy(uses, use => `${use.shop_id} ${use.shop_number}`).values()]
  const rows = shops.flatMap(own => {
    const [newest] = own
    if (!newest) return []
    const { shop_platform, shop_number, shop_name } = newest
    const [first = ''] = own.map(({ first_at }) => new Date(first_at).toISOString()).sort()
    return [
      [
        shop_platform ? platformName(shop_platform) : '没有选择店铺\nNone chosen',
        shop_platform ? `${shop_number}\n${shop_name}` : '',
        at(first),
        lastOf(newest),
        String(own.reduce((sum, { connections }) => sum + connections, 0)),
        String(new Set(own.map(({ employee_id }) => employee_id)).size),
        String(new Set(own.map(({ device_id }) => device_id)).size),
      ],
    ]
  })
  return {
    table: {
      columns: [
        { title: '平台\nPlatform', share: 70 },
        { title: '店铺编号与名称\nStore or seller ID, name', share: 138 },
        { title: '首次\nFirst', share: 82 },
        { title: '最近\nLast', share: 82 },
        { title: '次数\nSessions', share: 46, align: 'right' },
        { title: '人员\nPeople', share: 38, align: 'right' },
        { title: '设备\nDevices', share: 40, align: 'right' },
      ],
      rows,
    },
  }
}

const usesTable = (uses: ProvedUse[]): Block => ({
  table: {
    columns: [
      { title: '店铺编号\nStore or seller ID', share: 110 },
      { title: '人员\nPerson', share: 52 },
      { title: '设备\nDevice', share: 116 },
      { title: '首次\nFirst', share: 82 },
      { title: '最近\nLast', share: 82 },
      { title: '次数\nSessions', share: 46, align: 'right' },
    ],
    rows: uses.map(use => [
      use.shop_number ?? '—',
      use.employee_name,
      use.device_name,
      at(use.first_at),
      lastOf(use),
      String(use.connections),
    ]),
  },
})
