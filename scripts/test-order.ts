import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, mostly by waiting for processes, timers and locks. If they begin first, they wait while others
 * compute; if last, one of them would run alone.
 */
const longest = [
  'server/app/recovery/archive.test.ts',
  'server/app/recovery/create-archive.test.ts',
  'server/app/portal.faults.test.ts',
  'server/engines/jobs/worker.test.ts',
  'server/app/interleavings.test.ts',
  'server/app/backup/restore.test.ts',
  'server/app/backup/backup.test.ts',
  'server/modules/access/plans.test.ts',
  'server/modules/clients/waiting.test.ts',
  'fuzz/fuzz.test.ts',
  'server/modules/people/employees/import.test.ts',
  'server/modules/payments/statement-xlsx.test.ts',
  'server/modules/invoices/invoices.test.ts',
  'server/app/http/access.test.ts',
  'server/app/http/bad-input.test.ts',
  'server/app/http/foreign-ids.test.ts',
  'server/modules/directory/converging.test.ts',
  'web/console/duty-walk.test.tsx',
  'web/operations/role-walk.test.tsx',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex(file => moduleId.endsWith(`/${file}`))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
