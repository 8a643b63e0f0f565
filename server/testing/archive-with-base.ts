import type { Archive, ArchiveStatus } from '#server/engines/archive.ts'

/** An archive with the whole log and a base backup, unless overridden. */
export const archiveWithBase = (otherwise: Partial<ArchiveStatus> = {}): Archive => ({
  status: () => ({
    startedAt: 0,
    through: 1,
    backlog: 0,
    trouble: undefined,
    baseAt: 1,
    withoutBaseSince: undefined,
    gaps: [],
    ...otherwise,
  }),
  takeBase: async () => {},
})
