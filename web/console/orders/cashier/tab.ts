/** An empty tab of the browser, which the gateway's page is shown in once its address is known; undefined when it may not be opened. */
export function blankTab(): { go: (address: string) => void; close: () => void } | undefined {
  const tab = open('', '_blank')
  if (!tab) return undefined
  return {
    go(address) {
      // The gateway's page must not be able to lead this one elsewhere.
      tab.opener = null
      tab.location.replace(new URL(address, location.href))
    },
    close: () => tab.close(),
  }
}
