import { parseArgs } from 'node:util'
import { type Figure, report } from '../bench/figures.ts'
import { databaseDiskFull } from './database-disk.ts'
import { diskFull, jobsKilled, messagesAway } from './dependencies.ts'
import { endingsAtOnce } from './endings.ts'
import { failover } from './failover.ts'
import { hostileFilesSent } from './files.ts'
import { findUnprovedGuards } from './guards.ts'
import { interleavings } from './interleavings.ts'
import { databaseGone, killed, stopped } from './interruptions.ts'
import { passportEdits } from './passport.ts'
import { recovery } from './recovery.ts'
import { repeated } from './repeats.ts'
import { clocks, races, shared } from './replicas.ts'
import { frozen, rollout } from './rollout.ts'
import { sessionsSurviving } from './sessions.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak/soak.ts'
import { webhooks } from './webhooks.ts'

const faults: Record<string, { about: string; run: (share: number) => Promise<Figure[]> }> = {
  killed: { about: 'kill -9 of the portal in the middle of orders', run: share => killed(times(50, share)) },
  repeats: {
    about: 'kill -9 in the middle of changes, each repeated with its idempotency key',
    run: share => repeated(times(20, share)),
  },
  database: { about: 'the database restarts under load', run: share => databaseGone(times(10, share)) },
  stopped: { about: 'SIGTERM under load', run: share => stopped(times(10, share)) },
  jobs: { about: 'kill -9 while jobs send codes', run: share => jobsKilled(times(20, share)) },
  races: {
    about: 'the last coupon, the last address, one key, over two replicas',
    run: share => races(times(10, share)),
  },
  endings: {
    about: 'notification, cancel and expiry of one order at once, over two replicas',
    run: share => endingsAtOnce(times(500, share)),
  },
  shared: { about: 'sessions, rights and limits over two replicas', run: shared },
  sessions: {
    about: 'a changed password against logins and refreshes under way, over two replicas',
    run: share => sessionsSurviving(times(1000, share)),
  },
  interleavings: { about: 'two changes of one company, statement by statement in every order', run: interleavings },
  guards: { about: 'each guard is taken out of a copy, and its test has to fail', run: findUnprovedGuards },
  clocks: { about: 'a replica whose clock is two hours off', run: clocks },
  slow: { about: '500 slow clients', run: slowClients },
  files: { about: 'hostile sheets, PDFs and pictures, alone and ten at once', run: hostileFilesSent },
  rollout: {
    about: 'restarts, an upgrade and the way back, behind nginx',
    run: share => rollout(times(5, share)),
  },
  frozen: { about: 'a replica is stopped for 30 s, behind nginx', run: share => frozen(times(3, share)) },
  failover: {
    about: 'kill -9 of the primary, whose synchronous standby takes over, behind nginx',
    run: share => failover(times(20, share)),
  },
  disk: { about: 'a full disk under an upload', run: diskFull },
  'database-disk': { about: 'a full disk under the database', run: databaseDiskFull },
  recovery: { about: 'the machine is lost, or its archive: restored to the end and to a second', run: recovery },
  passport: {
    about: 'edits of the record of connections behind the portal’s back, each of which has to be found',
    run: share => passportEdits(times(10_000, share)),
  },
  soak: {
    about: 'an hour of mixed use of two replicas; --share 0.1 takes six minutes',
    run: share => soak(60 * share),
  },
  webhooks: {
    about: '10,000 events to a receiver that fails half the time, and kill -9 of the portal',
    run: share => webhooks(times(10_000, share)),
  },
  messages: { about: 'the provider of short messages is away', run: messagesAway },
}

const times = (whole: number, share: number) => Math.max(1, Math.round(whole * share))

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' }, help: { type: 'boolean' } },
})
const share = Number(values.share)
const chosen = positionals.includes('all') || !positionals.length ? Object.keys(faults) : positionals
const usage = `npm run faults -- [name …] [--share 1]

${Object.entries(faults)
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')}

--share 0.1 does each a tenth as often. Prints what it found, keeps it in reports/faults-<name>.json and fails when anything is wrong.`
if (values.help) {
  console.log(usage)
  process.exit()
}
if (chosen.some(name => !faults[name]) || !(share > 0)) {
  console.error(usage)
  process.exit(2)
}
for (const name of chosen) {
  const figures = await faults[name]?.run(share)
  if (figures && !report(`faults-${name}`, figures)) process.exitCode = 1
}
