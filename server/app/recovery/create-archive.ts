import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { clientConfig, DatabaseClient } from '#server/database/client.ts'
import { superuserAddress } from '#server/database/embedded-cluster.ts'
import type { Archive, ArchiveStatus } from '#server/engines/archive.ts'
import type { Services } from '#server/engines/services.ts'
import { StorageFull } from '#server/integrations/storage/storage.ts'
import { markArchive } from './archive-mark.ts'
import { type ArchiveRun, archiveLog, continueRun, LogLost } from './archive-run.ts'
import { type ArchiveTarget, archivePlace, openArchiveTarget } from './archive-target.ts'
import { takeBase } from './base.ts'
import { basesOf } from './base-manifest.ts'
import { takeBaseJob } from './jobs.ts'
import { removeLeftRehearsals } from './leftovers.ts'
import { positionText } from './log-position.ts'
import { dropSlot, keepLog, type LogState, readLogState } from './log-slot.sql.ts'
import { pruneArchive } from './prune.ts'
import { listRuns, newName, putBegin, putThrough, readBegin, readEnd, timeOf } from './runs.ts'

/**
 * Milliseconds between checks of the log, which is what is lost with the machine; before a retry; and for stopping: a storage that
 * hangs must not keep the database from being stopped before systemd kills it.
 */
const usualPace = { look: 2_000, retry: 5_000, stop: 10_000 }
/** Milliseconds between marks of the archived position, under load and when idle. */
const markEvery = { busy: 10_000, idle: 60_000 }
/** Milliseconds between attempts to remove something while the archive is full. */
const pruneEvery = 600_000
/** Milliseconds for which a gap is shown: while it lies within the restorable period. */
const gapShownFor = 7 * 86_400_000

interface ArchiveOptions {
  config: Config
  /** The address of the embedded database. */
  url: string
  log: Logger
  /** Shorter in tests. */
  pace?: typeof usualPace
}

interface RunningArchive extends Archive {
  /** Starts to copy the log once the portal is up, so that startup is not delayed. */
  begin(services: Pick<Services, 'jobs' | 'system'>): void
  /** Writes the rest of the log and ends. */
  stop(): Promise<void>
}

/** Copies the embedded database's log to the archive every two seconds, from a process that dies with the database. */
export function createArchive({ config, url, log, pace = usualPace }: ArchiveOptions): RunningArchive {
  const cluster = join(config.dataDir, 'postgres')
  const stopping = new AbortController()
  const status: ArchiveStatus = {
    startedAt: Date.now(),
    through: undefined,
    backlog: 0,
    trouble: undefined,
    baseAt: undefined,
    withoutBaseSince: undefined,
    gaps: [],
  }
  let services: Pick<Services, 'jobs' | 'system'> | undefined
  let running: Promise<void> | undefined
  let target: ArchiveTarget | undefined
  let client: Client | undefined
  let run: ArchiveRun | undefined
  let markedAt = 0
  let marked = 0n
  let prunedAt = 0

  const connect = async () => {
    if (client) return client
    const fresh = new DatabaseClient(clientConfig(superuserAddress(url)))
    fresh.on('end', () => {
      if (client === fresh) client = undefined
    })
    await fresh.connect()
    client = fresh
    return fresh
  }

  /** Determines the state of the archive: gaps, and the base backups of the current run. */
  const review = async (to: ArchiveTarget, name: string) => {
    const runs = await listRuns(to)
    const begins = await Promise.all([...runs.keys()].map(each => readBegin(to, config, each)))
    const found = await Promise.all([...runs].map(([each, keys]) => basesOf(to, config, each, keys)))
    const bases = found.map(each => each.bases)
    const lacking = new Set(found.flatMap(({ unreadable }) => unreadable.map(({ keyId }) => keyId)))
    if (lacking.size)
      log.warn(
        `归档里有基础备份由主密钥 ${[...lacking].join('、')} 签名，它不在 SECRET_KEYS_OLD 里：不能恢复到那些时刻，到期后自动清除`,
      )
    const latest = bases[[...runs.keys()].indexOf(name)]?.at(-1)
    status.baseAt = latest?.ended_at
    const own = begins[[...runs.keys()].indexOf(name)]
    status.withoutBaseSince = latest ? undefined : (own?.previous ?? timeOf(name))
    status.gaps = begins
      .flatMap((begin, index) => (begin?.previous ? { from: begin.previous, to: bases[index]?.[0]?.ended_at } : []))
      .filter(({ to: end }) => end === undefined || Date.now() - end < gapShownFor)
      .toReversed()
    if (!latest && services) await services.jobs.enqueue(services.system, takeBaseJob, {}, { key: takeBaseJob.name })
  }

  const begin = async (to: ArchiveTarget, database: Client, { at, timeline }: LogState) => {
    const last = [...(await listRuns(to))].at(-1)
    const previous = last ? await readEnd(to, ...last) : null
    const name = newName(at)
    // The slot is created only after a successful write: an archive that is away must not make the database retain its log.
    await putBegin(to, name, { at, timeline, previous })
    const position = await keepLog(database, name)
    log.info({ run: name }, `归档从现在开始：${archivePlace(config)}`)
    return continueRun(to, name, timeline, position)
  }

  const chooseRun = async (to: ArchiveTarget, database: Client, state: LogState) => {
    const { slot, timeline } = state
    if (slot && run?.name === slot.run && !slot.lost) return run
    run = undefined
    if (slot?.lost) {
      log.error('归档太久写不进去，数据库不再为它保留日志：归档留下缺口，将重新制作基础备份')
      await dropSlot(database, slot.run)
    }
    run =
      slot?.kept !== undefined && !slot.lost
        ? await continueRun(to, slot.run, timeline, slot.kept)
        : await begin(to, database, state)
    await review(to, run.name)
    return run
  }

  /** Checking a folder is cheap, and anything written into an unmounted one is lost to the archive. */
  const confirm = async (to: ArchiveTarget) => {
    if (archiveKind(config) === 'disk') await markArchive(to, config)
  }

  const round = async () => {
    const database = await connect()
    const state = await readLogState(database)
    if (!state.archivable) throw new Error('数据库启动时还没有打开归档：请重新启动门户')
    status.backlog = run ? Number(state.flushed - run.position) : 0
    target ??= await openArchiveTarget(config)
    await (run ? confirm(target) : markArchive(target, config))
    const current = await chooseRun(target, database, state)
    const source = { client: database, target, cluster, stopping: stopping.signal, confirm }
    const moved = await archiveLog(source, current, state)
    status.through = state.at
    status.backlog = 0
    const due = state.at - markedAt > (current.position > marked || moved ? markEvery.busy : markEvery.idle)
    if (!due) return
    await putThrough(target, current.name, { position: positionText(current.position), asOf: state.at })
    markedAt = state.at
    marked = current.position
  }

  /** Removes expired objects before anything is added. An unreadable manifest must not prevent that. */
  const makeRoom = async (to: ArchiveTarget, name: string) => {
    await pruneArchive(to, config, name, Date.now()).catch(error =>
      log.warn({ err: error }, '没能清理归档里过期的内容'),
    )
  }

  const attempt = async () => {
    try {
      await round()
      if (status.trouble) log.info('归档已恢复')
      status.trouble = undefined
    } catch (error) {
      if (error instanceof LogLost && run && client) {
        await dropSlot(client, run.name).catch(() => {})
        run = undefined
      }
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof StorageFull && target && Date.now() - prunedAt > pruneEvery) {
        prunedAt = Date.now()
        await makeRoom(target, run?.name ?? '')
      }
      if (!status.trouble) log.error({ err: error }, '归档写不进去，稍后重试')
      status.trouble = reason
    }
  }

  const keepArchiving = async () => {
    await removeLeftRehearsals(config).catch(error => log.warn({ err: error }, '没能删除以前演练留下的文件夹'))
    while (!stopping.signal.aborted) {
      await attempt()
      const pause = status.trouble ? pace.retry : pace.look
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    status: () => status,
    begin(portal) {
      services = portal
      running = keepArchiving()
    },
    async takeBase(ended) {
      if (!run || !target) throw new Error(`归档还没有开始${status.trouble ? `：${status.trouble}` : ''}`)
      const name = run.name
      const reached = () => {
        if (run?.name !== name) throw new Error('归档在制作基础备份时中断')
        return run.position
      }
      await makeRoom(target, name)
      await takeBase({ config, url, target, run, cluster, stopping: ended, reached })
      await review(target, name)
    },
    async stop() {
      stopping.abort()
      await Promise.race([running?.then(lastRound), sleep(pace.stop, undefined, { ref: false })])
      await client?.end().catch(() => {})
    },
  }

  async function lastRound(): Promise<void> {
    if (status.trouble || !run || !target) return
    try {
      const database = await connect()
      const state = await readLogState(database)
      const source = { client: database, target, cluster, stopping: new AbortController().signal, confirm }
      await archiveLog(source, run, state)
      await putThrough(target, run.name, { position: positionText(run.position), asOf: state.at })
    } catch (error) {
      log.error({ err: error }, '停止之前没能写完归档')
    }
  }
}
