import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { OtherMode } from '#server/database/installation.ts'
import { allowUnrecorded } from '#server/database/unrecorded.ts'
import { portalActor, runAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { closeMonthsJob } from '#server/modules/costs/jobs.ts'
import { insertOperator } from '#server/modules/operators/operators.sql.ts'
import { sealIdNumber } from '#server/modules/verification/identity.ts'
import { insertActivity } from './activity.ts'
import { insertAnnouncements } from './announcements.ts'
import { insertArticles } from './articles.ts'
import { insertCatalogue } from './catalogue.sql.ts'
import {
  insertAccounts,
  insertChannel,
  insertCompanies,
  insertDecidedVerification,
  insertVerificationConsents,
  type SubmittedVerification,
} from './companies.sql.ts'
import { accounts, type DemoAccount, type DemoVerification, demoPassword, operators } from './companies.ts'
import { insertConnections } from './connections.ts'
import { insertDevices } from './devices.sql.ts'
import { insertDisputes } from './disputes.sql.ts'
import { storeFile } from './files.ts'
import { insertHours } from './hours.ts'
import { insertInstallers } from './installers.ts'
import { drawLicence } from './licence.ts'
import { insertLineGroups } from './lines.ts'
import { employees } from './people.ts'
import { insertPriceChanges } from './prices.ts'
import { insertProposals } from './proposals.ts'
import { insertRequests } from './requests.ts'
import { insertShop } from './shop.ts'
import { insertTemplates } from './templates.ts'
import { insertTickets } from './tickets.ts'
import { insertTrials } from './trials.ts'
import { insertTrouble } from './trouble.ts'

/** The part of `Services` that filling needs. */
type Needed = Pick<Services, 'config' | 'system' | 'storage' | 'jobs'>

// An arbitrary lock number that nothing else in this database uses.
const lock = 4_715_301_901
/** This audit entry marks the demonstration as filled; audit entries are never deleted, whatever happens to the data. */
const done = 'demonstration'

const nothing = z.object({})

const isFilled = (database: Database) => database.row(nothing)`select from audit_entry where target = ${done} limit 1`

const used = z.object({ used: z.literal(1) })

const hasAccounts = (database: Database) =>
  database.row(used)`select 1 as used where exists (select from account) or exists (select from operator)`

/** Fills an empty portal with its demonstration data once; if several replicas start simultaneously, only one does it. */
export const fillDemonstration = (services: Needed): Promise<void> => runAs(portalActor.auditName, () => fill(services))

async function fill(services: Needed): Promise<void> {
  const { system } = services
  if (await isFilled(system)) return
  const [passwordHash, clearLicence, blurredLicence] = await Promise.all([
    hashPassword(demoPassword),
    drawLicence({ blurred: false }),
    drawLicence({ blurred: true }),
  ])
  await system.transaction(async transaction => {
    await transaction.change`select pg_advisory_xact_lock(${lock}::bigint)`
    if (await isFilled(transaction)) return
    // The demonstration accounts' passwords are public, so they must never be mixed with real accounts.
    if (await hasAccounts(transaction))
      throw new OtherMode('演示数据只能写入空数据库，而这个数据库里已有账号：请换一个')
    // The access records of these companies come from their stories, so these changes are exempt from recording.
    await allowUnrecorded(transaction, 'demonstration')
    await insertCatalogue(transaction)
    await insertArticles(transaction)
    await insertAnnouncements(transaction)
    await insertInstallers(transaction, services)
    await insertChannel(transaction)
    const people = demoAccounts()
    const ids = await insertAccounts(transaction, people, passwordHash, services.config.agreementVersion)
    for (const person of people) {
      const accountId = ids.get(person.phone)
      const { verification } = person
      if (!verification || !accountId) continue
      const licence = verification.state === 'rejected' ? blurredLicence : clearLicence
      const submission = await submit(transaction, services, { ...person, accountId, verification, licence })
      await insertDecidedVerification(transaction, submission)
    }
    await insertVerificationConsents(transaction)
    await insertCompanies(transaction)
    await insertHours(transaction)
    await insertDevices(transaction, services)
    await insertShop(transaction, services)
    await insertTrouble(transaction)
    await insertLineGroups(transaction)
    await insertConnections(transaction, services.config)
    await insertRequests(transaction)
    await insertTickets(transaction)
    await insertTemplates(transaction)
    for (const { name, displayName, role } of operators)
      await insertOperator(transaction, {
        name,
        display_name: displayName,
        roles: [role],
        passwordHash,
        isInitial: false,
      })
    await insertPriceChanges(transaction, services)
    await insertDisputes(transaction)
    await insertTrials(transaction, services)
    await insertProposals(transaction, services)
    await insertActivity(transaction)
    await services.jobs.enqueue(transaction, closeMonthsJob, {})
    await recordAudit(transaction, { action: 'demonstration.filled', target: done })
  })
}

/** Makes the accounts with a story, and one for every other employee. */
function demoAccounts(): DemoAccount[] {
  const withStory = new Set(accounts.map(account => account.phone))
  const others = employees
    .filter(employee => !withStory.has(employee.phone))
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
  const sealedIdNumber = sealIdNumber(config, accountId, verification.idNumber)
  return { ...verification, accountId, personName: name, sealedIdNumber, licenceFileId }
}
