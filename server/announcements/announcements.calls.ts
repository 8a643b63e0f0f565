import type { HandlersFor } from '../http/context.ts'

export const announcementsCalls: HandlersFor<'getAnnouncementList'> = {
  async getAnnouncementList({ services }, { place }) {
    const { list } = await services.announcements.at(place)
    return {
      list: list.map(({ id, title, html, level, endsAt }) => ({
        announcement_id: id,
        title,
        html,
        level,
        ends_at: endsAt?.toISOString() ?? null,
      })),
    }
  },
}
