import { hash } from 'node:crypto'
import { invoiceMegabytes } from '#contract/operations/sales-names.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { checkPdf } from '#server/engines/files/check-pdf.ts'
import { sniff } from '#server/engines/files/file-types.ts'
import { removeUnlessWritten } from '#server/engines/files/remove-unless-written.ts'
import { newKey } from '#server/engines/files/uploads.ts'
import { outsideTurn } from '#server/engines/in-turn.ts'
import type { Services } from '#server/engines/services.ts'
import { insertInvoiceFile, isNumbered } from './deciding.sql.ts'

/** Explains to the operator why an invoice could not be decided. */
export class InvoiceProblem extends OperatorProblem {}

const pdfProblems = {
  active: 'PDF 含有脚本或附件，不能发给客户',
  broken: 'PDF 不完整，无法打开',
  encrypted: 'PDF 已加密，请上传未加密的文件',
}
const numbered = ['one_invoice_a_number', 'one_red_invoice_a_number']

const alreadyNumbered = (number: string) => new InvoiceProblem(`号码 ${number} 已登记过`, 'invoice_number')

interface File {
  number: string
  content: Buffer
  /** Either 发票 or 红字发票. */
  name: string
}

/**
 * Checks the PDF of an invoice and stores it unchanged, because it bears the tax office's signature. `within` records it by
 * `insert`; where that fails the file is removed again.
 */
export async function keepPdf(
  { system, storage }: Pick<Services, 'system' | 'storage'>,
  { number, content, name }: File,
) {
  if (!/^\d{20}$/.test(number)) throw new InvoiceProblem('数电发票号码为 20 位数字')
  if (content.length > invoiceMegabytes * 1024 * 1024)
    throw new InvoiceProblem(`文件最大 ${invoiceMegabytes} MB`, 'file')
  if (sniff(content) !== 'pdf') throw new InvoiceProblem('发票文件须为 PDF', 'file')
  const checked = await checkPdf(auditActor(), content)
  if ('problem' in checked) throw new InvoiceProblem(pdfProblems[checked.problem], 'file')
  const [storageKey, size] = [newKey('invoice', 'pdf'), content.length]
  const sha256 = hash('sha256', content, 'hex')
  await outsideTurn(() => storage.put(storageKey, content, { contentType: 'application/pdf', size }))
  return {
    async insert(transaction: Database, companyId: string): Promise<string> {
      if (await isNumbered(transaction, number)) throw alreadyNumbered(number)
      const fileName = `${name}-${number}.pdf`
      return (await insertInvoiceFile(transaction, companyId, { size, sha256, storageKey, fileName })).file_id
    },
    async within<Result>(work: () => Promise<Result>): Promise<Result> {
      return removeUnlessWritten({ system, storage }, storageKey, written => {
        written()
        return work()
      }).catch(refuseViolation(constraint => (numbered.includes(constraint) ? alreadyNumbered(number) : undefined)))
    },
  }
}
