import { orRefuse } from '#server/core/refusal.ts'
import { readSnapshot } from '#server/database/snapshot.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import { statementOf } from './statement.ts'
import { monthsOf } from './statements.sql.ts'
import { statementPdf, statementSheet } from './write-statement.ts'

export const statementsCalls = {
  async getStatementList({ company, membership: { companyId } }) {
    return { list: await monthsOf(company, companyId) }
  },

  async exportStatement({ services, company, membership: { companyId } }, { month, format }) {
    const statement = await readSnapshot(company, async snapshot => {
      const figures = (await monthsOf(snapshot, companyId)).find(each => each.month === month)
      return statementOf(snapshot, companyId, orRefuse(figures, -50023))
    })
    const content = format === 'pdf' ? await statementPdf(statement) : await statementSheet(statement, companyId)
    const file_name = `对账单-${month}.${format}`
    const rows = statement.sections.reduce((sum, section) => sum + section.rows.length, 0)
    return { url: await keepExport(services, { content, fileName: file_name, type: format }), file_name, rows }
  },
} satisfies SomeHandlers
