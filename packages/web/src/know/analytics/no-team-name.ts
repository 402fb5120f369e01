/** Replaces the service's name for people without a team with readable text. */
export function noTeamName(team: string): string {
  return team === '(none)' ? 'Without a team' : team
}
