import type { SomeHandlers } from '#server/engines/context.ts'

export const announcementsCalls = {
  async getAnnouncementList({ services }, { place }) {
    const { list } = await services.announcements.at(place)
    return { list }
  },
} satisfies SomeHandlers
