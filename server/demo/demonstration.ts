import sql from 'sql-template-tag'
import { keepIdNumber } from '../accounts/identity.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { Database } from '../database/database.ts'
import { recordAudit } from '../operations/audit.ts'
import { insertOperator } from '../operations/operators.sql.ts'
import type { Services } from '../services.ts'
import { insertArticles } from './articles.ts'
import { insertCatalogue } from './catalogue.sql.ts'
import {
  insertAccounts,
  insertChannel,
  insertCompanies,
  insertDecidedVerification,
  type SubmittedVerification,
} from './companies.sql.ts'
import { accounts, type DemoAccount, type DemoVerification, demoPassword, operators } from './companies.ts'
import { insertDevices } from './devices.sql.ts'
import { insertDisputes } from './disputes.sql.ts'
import { storeFile } from './files.ts'
import { insertHours } from './hours.ts'
import { insertInstallers } from './installers.ts'
import { drawLicence } from './licence.ts'
import { insertLineGroups } from './lines.ts'
import { employees } from './people.ts'
import { insertPriceChanges } from './prices.ts'
import { insertShop } from './shop.ts'

/** What filling needs; `Services` has it. */
type Needed = Pick<Services, 'config' | 'system' | 'storage' | 'jobs'>

// Any number that nothing else in this database locks.
const lock = 4_715_301_901
/** The audit entry that says it was done; audit entries are never deleted, whatever becomes of the data. */
const done = 'demonstration'

const isFilled = (database: Database) =>
  database.row(sql`select 1 as filled from audit_entry where target = ${done} limit 1`)

/** Fills an empty portal with its demonstration data, once: of several replicas starting at once, one does it. */
export async function fillDemonstration(services: Needed): Promise<void> {
  const { system } = services
  if (await isFilled(system)) return
  const [passwordHash, clearLicence, blurredLicence] = await Promise.all([
    hashPassword(demoPassword),
    drawLicence({ blurred: false }),
    drawLicence({ blurred: true }),
  ])
  await system.transaction(async transaction => {
    await transaction.row(sql`select pg_advisory_xact_lock(${lock}::bigint)::text as locked`)
    if (await isFilled(transaction)) return
    await insertCatalogue(transaction)
    await insertArticles(transaction)
    await insertInstallers(transaction, services)
    await insertChannel(transaction)
    const people = everyone()
    const ids = await insertAccounts(transaction, people, passwordHash, services.config.agreementVersion)
    for (const person of people) {
      const accountId = ids.get(person.phone)
      const { verification } = person
      if (!verification || !accountId) continue
      const licence = verification.state === 'rejected' ? blurredLicence : clearLicence
      const submission = await submit(transaction, services, { ...person, accountId, verification, licence })
      await insertDecidedVerification(transaction, submission)
    }
    await insertCompanies(transaction)
    await insertHours(transaction)
    await insertDevices(transaction, services)
    await insertShop(transaction, services)
    await insertLineGroups(transaction)
    for (const { name, displayName, role } of operators)
      await insertOperator(transaction, { name, display_name: displayName, roles: [role], passwordHash, given: false })
    await insertPriceChanges(transaction, services)
    await insertDisputes(transaction)
    await recordAudit(transaction, { actor: 'portal', action: 'demonstration.filled', target: done })
  })
}

/** The accounts with a story, and one for every employee who has none yet. */
function everyone(): DemoAccount[] {
  const told = new Set(accounts.map(account => account.phone))
  const others = employees
    .filter(employee => !told.has(employee.phone))
    .map(({ phone, name, state, days }, index) => ({
      phone,
      name,
      password: state !== 'invited',
      registered: days,
      lastLogin: state === 'invited' ? null : state === 'disabled' ? Math.min(days, 50) : index % 4,
    }))
  return [...accounts, ...others]
}

interface Submission {
  accountId: string
  phone: string
  name: string
  verification: DemoVerification
  licence: Buffer
}

async function submit(
  transaction: Database,
  { config, storage }: Needed,
  { accountId, phone, name, verification, licence }: Submission,
): Promise<SubmittedVerification> {
  const licenceFileId = verification.company
    ? await storeFile(transaction, storage, {
        key: `licence/demo/${phone}.png`,
        name: '营业执照.png',
        purpose: 'licence',
        contentType: 'image/png',
        content: licence,
        accountId,
      })
    : null
  const idNumberKept = keepIdNumber(config, accountId, verification.idNumber)
  return { ...verification, accountId, personName: name, idNumberKept, licenceFileId }
}
