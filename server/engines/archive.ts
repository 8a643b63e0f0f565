/** The archive of the embedded database's log, as this process last found it. */
export interface ArchiveStatus {
  /** When this process began to archive, in milliseconds since 1970: an archive that never took anything is late since then. */
  startedAt: number
  /** Everything committed by then is in the archive, in milliseconds since 1970; undefined before the first look. */
  through: number | undefined
  /** Bytes of the log that wait for the archive. */
  backlog: number
  /** Why the archive can't be written to. */
  trouble: string | undefined
  /** When the newest base backup that the log can be replayed on was complete. */
  baseAt: number | undefined
  /** Since when there has been no such base backup, while there is none. */
  baselessSince: number | undefined
  /** Times between which nothing can be restored, the latest first. */
  gaps: { from: number; to: number | undefined }[]
}

export interface Archive {
  status(): ArchiveStatus
  /** Makes a base backup and removes what is no longer kept. Resolves when it is complete. */
  takeBase(stopping: AbortSignal): Promise<void>
}
