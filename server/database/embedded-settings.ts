import { availableParallelism, totalmem } from 'node:os'

interface ServerSettings {
  cluster: string
  /** Undefined means TCP on the loopback (Windows). */
  sockets: string | undefined
  port: number
  unsafe: boolean
  /** Megabytes of WAL that may wait for the archive; undefined without an archive. */
  archiveBacklog?: number | undefined
  /** Appended last, and so override the other settings. */
  more?: Record<string, string | number> | undefined
}

/**
 * Returns PostgreSQL's arguments. All are on the command line, so that an older data directory gets the present ones.
 */
export function serverArgs({ cluster, sockets, port, unsafe, archiveBacklog, more }: ServerSettings): string[] {
  const memory = totalmem() / 2 ** 20
  const buffers = Math.round(Math.min(Math.max(memory / 8, 64), 512))
  const parallel = Math.min(Math.floor(availableParallelism() / 2), 4)
  const settings: Record<string, string | number> = {
    cluster_name: 'haiyilian',
    port,
    ...(sockets
      ? { listen_addresses: '', unix_socket_directories: sockets, unix_socket_permissions: '0700' }
      : { listen_addresses: '127.0.0.1' }),
    // Enough for two pools of 8, jobs, a listener, and a command line beside them.
    max_connections: 60,
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: `${Math.round(buffers / 4)}MB`,
    // Short queries gain nothing from parallel workers or JIT compilation, and pay for their startup.
    max_parallel_workers_per_gather: Math.max(parallel - 1, 0),
    jit: 'off',
    // Storage is solid-state; the default of 4 makes the planner shun indexes.
    random_page_cost: 1.1,
    // Only the archive reads this log, through a slot: replication requires DATABASE_URL. Beyond the limit PostgreSQL invalidates
    // the slot and removes the log, so that an archive that is away never fills the disk.
    wal_level: archiveBacklog ? 'replica' : 'minimal',
    ...(archiveBacklog && { max_slot_wal_keep_size: `${archiveBacklog}MB` }),
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    // The portal logs refused statements; this log would carry phone numbers into a file.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(unsafe ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 } : {}),
    ...more,
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
