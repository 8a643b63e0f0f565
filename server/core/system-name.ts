/** Logs name the portal like this where no person acted. */
export const systemName = '系统'
