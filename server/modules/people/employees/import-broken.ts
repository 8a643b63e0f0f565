import { paths } from '#contract/paths.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { type Notice, notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { failImport } from './import.sql.ts'

interface Broken {
  companyId: string
  importId: string
  why?: string
  to?: Notice['to']
}

/** Ends an import whose remaining rows are not written, and notifies its initiator, or the people given, once. */
export async function breakOff(
  services: Pick<Services, 'config' | 'jobs'>,
  transaction: Database,
  { companyId, importId, why = '', to }: Broken,
): Promise<void> {
  const failed = await asCompany(transaction, companyId, company => failImport(company, companyId, importId))
  if (!failed) return
  await notify(transaction, services, {
    to: to ?? { accountIds: [failed.account_id] },
    kind: 'import_done',
    subject: `import:${importId}`,
    title: '员工导入中断',
    text: `${why}前 ${failed.done} 行已处理，其余没有写入。请重新上传同一份表格：已添加的人会标为“已在员工列表中”或“已是本企业的员工”。`,
    link: `${paths.addEmployee}?way=import&import=${importId}`,
  })
}
