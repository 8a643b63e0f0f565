import type { Archive, ArchiveStatus } from '#server/engines/archive.ts'

/** An archive that has all of the log and a base backup, unless said otherwise. */
export const archiveWithBase = (otherwise: Partial<ArchiveStatus> = {}): Archive => ({
  status: () => ({
    startedAt: 0,
    through: 1,
    backlog: 0,
    trouble: undefined,
    baseAt: 1,
    baselessSince: undefined,
    gaps: [],
    ...otherwise,
  }),
  takeBase: async () => {},
})
