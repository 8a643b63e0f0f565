/**
 * Opens an empty browser tab for the gateway's page, whose address is not known yet; returns undefined if the browser blocks it.
 */
export function blankTab(): { go: (address: string) => void; close: () => void } | undefined {
  const tab = open('', '_blank')
  if (!tab) return undefined
  return {
    go(address) {
      // The gateway's page must not be able to navigate this one.
      tab.opener = null
      tab.location.replace(new URL(address, location.href))
    },
    close: () => tab.close(),
  }
}
