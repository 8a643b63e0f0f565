/** Words and limits of the first page; free of zod, so that it can use them. */
export const dashboardDays = [7, 30, 90] as const
export type DashboardDays = (typeof dashboardDays)[number]

/** Free addresses of one access way in a region below which somebody should see to new ones. */
export const lowStock = 5
/** Devices online are counted no further. */
export const countedDevices = 100_000
