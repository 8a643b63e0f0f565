/** The state of the embedded database's log archive, as last observed by this process. */
export interface ArchiveStatus {
  /** When this process began to archive, in milliseconds since 1970: an archive that never took anything is late since then. */
  startedAt: number
  /** Everything committed by this time is in the archive, in milliseconds since 1970; undefined before the first check. */
  through: number | undefined
  /** Bytes of log that have yet to be archived. */
  backlog: number
  /** Why the archive can't be written to. */
  trouble: string | undefined
  /** When the newest base backup that the log can be replayed on was complete. */
  baseAt: number | undefined
  /** Since when there has been no such base backup; undefined if there is one. */
  withoutBaseSince: number | undefined
  /** Periods that cannot be restored, latest first. */
  gaps: { from: number; to: number | undefined }[]
}

export interface Archive {
  status(): ArchiveStatus
  /** Makes a base backup and removes expired objects. Resolves when it is complete. */
  takeBase(stopping: AbortSignal): Promise<void>
}
