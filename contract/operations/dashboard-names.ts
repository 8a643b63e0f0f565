/** The words and limits of the first page. It has no zod, so that the page can use it. */
export const dashboardDays = [7, 30, 90] as const
export type DashboardDays = (typeof dashboardDays)[number]

/** Below so many free addresses of one access way in a region, somebody should get new ones. */
export const lowStock = 5
/** Devices online are not counted beyond this. */
export const countedDevices = 100_000
