export const installers = {}
