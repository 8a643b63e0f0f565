import type { ContractPart, ContractValue } from '#contract/contract-names.ts'
import { capitalYuan } from '#server/core/capital-yuan.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import { type Block, pdfDocument } from '#server/engines/documents/document.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { Services } from '#server/engines/services.ts'
import { filledLine, partOn, sellerValues } from '#server/modules/terms/contract-template.ts'
import { textAt } from '#server/modules/terms/terms.sql.ts'
import { defaultText, filledAgreement } from '#server/modules/terms/terms.ts'
import type { Contract } from './contract.ts'
import { firstWritten } from './written.sql.ts'

type Values = Record<ContractValue, string>
type Parts = Record<ContractPart, Block[]>

/**
 * Writes a contract from the template and the agreement that were in force at its time, and from the parties and items of its first
 * writing, so that its content never changes, and keeps the file for a short while.
 */
export async function writeContract(
  services: Pick<Services, 'config' | 'system' | 'storage'>,
  contract: Contract,
): Promise<{ url: string; file_name: string }> {
  const { system } = services
  const first = await firstWritten(system, services.config, contract)
  if (!first) throw new Error('a contract without its company')
  const config = { ...services.config, ...first.seller }
  const template = (await textAt(system, 'contract', contract.at))?.markdown ?? (await defaultText('contract'))
  const agreement = (await textAt(system, 'service', contract.at)) ?? {
    version: config.agreementVersion,
    markdown: await defaultText('service'),
  }
  const values: Values = {
    ...sellerValues(config),
    number: contract.number,
    date: inWords(contract.at),
    buyer: first.buyer,
    buyerCode: first.buyer_code,
    buyerAddress: first.buyer_address ?? '—',
    buyerContact: first.buyer_contact ?? '—',
    subject: contract.subject,
    listAmount: money(contract.listAmount),
    discount: money(contract.listAmount - contract.payable),
    amount: money(contract.payable),
    amountInWords: capitalYuan(contract.payable),
    validUntil: contract.validUntil === null ? '不适用' : inWords(contract.validUntil),
    agreementVersion: agreement.version,
  }
  const parts: Parts = {
    items: [itemsTable(first)],
    agreement: blocksOf(filledAgreement(agreement.markdown, agreement.version, config)).blocks,
    signatures: [signatures(values)],
  }
  const { title, blocks } = blocksOf(template, { values, parts })
  const content = await pdfDocument({
    title: title ?? '服务合同',
    blocks,
    foot: `${config.brandName} · ${contract.number}`,
  })
  const fileName = `合同-${contract.number}.pdf`
  return { url: await keepExport(services, { content, fileName, type: 'pdf' }), file_name: fileName }
}

/** Formats a day as `2026 年 11 月 24 日`, in China. */
const inWords = (at: string): string => {
  const [year, month, date] = dayInChina(at).split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}

const itemsTable = ({ items }: Pick<Contract, 'items'>): Block => ({
  table: {
    columns: [
      { title: '产品', share: 5 },
      { title: '期限', share: 3 },
      { title: '数量', share: 1, align: 'right' },
      { title: '单价', share: 2, align: 'right' },
      { title: '金额', share: 2, align: 'right' },
    ],
    rows: items.map(item => [
      [item.line_name, item.name, item.region_name, item.access_way_name, item.bandwidth && `${item.bandwidth} Mbps`]
        .filter(Boolean)
        .join('，'),
      `${item.days} 天，${termOf(item)}`,
      String(item.quantity),
      money(item.unit_price),
      money(item.amount),
    ]),
  },
})

/** The term of an unpaid renewal applies whenever it is paid. */
function termOf({ new_ends_at, svp_id }: Contract['items'][number]): string {
  if (new_ends_at) return `续至 ${dayInChina(new_ends_at)}`
  return svp_id ? '自原到期日起（付款时已到期的，自付款起）' : '自开通起'
}

const signatures = ({ buyer, seller }: Values): Block => ({
  table: {
    columns: [
      { title: '甲方（盖章）', share: 1 },
      { title: '乙方（盖章）', share: 1 },
    ],
    // The empty lines leave room for the seal.
    rows: [
      [`${buyer}\n\n\n`, `${seller}\n\n\n`],
      ['代表签字：', '代表签字：'],
      ['日期：        年    月    日', '日期：        年    月    日'],
    ],
  },
})

/** Removes Markdown's inline marks, which paper does not need: emphasis and the address of a link. */
const plain = (line: string): string =>
  line
    .replaceAll('**', '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(\s*)[-*] /, '$1· ')

/** Returns the blocks of a Markdown text: its headings, its paragraphs, and the contents of standalone placeholders. */
function blocksOf(markdown: string, { values, parts }: { values?: Values; parts?: Parts } = {}) {
  const blocks: Block[] = []
  let title: string | undefined
  let lines: string[] = []
  const end = () => {
    if (lines.length) blocks.push({ text: lines.join('\n') })
    lines = []
  }
  for (const raw of markdown.split('\n')) {
    const part = parts && partOn(raw)
    const line = plain(values ? filledLine(raw, values) : raw)
    const [, marks, heading = ''] = /^(#+)\s+(.*)$/.exec(line) ?? []
    if (part) {
      end()
      blocks.push(...parts[part])
    } else if (marks) {
      end()
      // The title of an annex is the heading above it.
      if (marks === '#') title ??= heading
      else blocks.push({ heading })
    } else if (line.trim()) lines.push(line)
    else end()
  }
  end()
  return { title, blocks }
}
