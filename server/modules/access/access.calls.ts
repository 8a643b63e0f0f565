import type { SomeHandlers } from '#server/engines/context.ts'
import { explain } from './explain.ts'
import { linesOfEmployee } from './lines-of-employee.ts'
import { peopleOfLine } from './people-of-line.ts'

export const accessCalls = {
  explainAccess: (context, { employee_id, device_id, svp_id }) =>
    explain(context, context.company, {
      companyId: context.membership.companyId,
      employeeId: employee_id,
      deviceId: device_id,
      lineId: svp_id,
    }),

  getEmployeeVplList: ({ company, membership: { companyId } }, input) => linesOfEmployee(company, companyId, input),

  getVplUserList: ({ company, membership: { companyId } }, input) => peopleOfLine(company, companyId, input),
} satisfies SomeHandlers
