import { dismissAnnouncement } from '#web/data/dismissed.ts'

/** Closes an announcement permanently in this browser. */
export function dismiss(button: HTMLElement): void {
  const place = button.closest<HTMLElement>('[data-announcement]')
  if (!place) return
  dismissAnnouncement(place.dataset.announcement ?? '')
  place.remove()
}
