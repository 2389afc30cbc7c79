export type Person = { name: string; role: string; city: string; since: string; salary: number };

/** `since` is a date as YYYY-MM-DD, `salary` euros a month. */
export const people: Person[] = [
  { name: "Ada Okafor", role: "Engineer", city: "Lagos", since: "2021-03-15", salary: 5200 },
  { name: "Bruno Costa", role: "Designer", city: "Porto", since: "2019-11-04", salary: 4300 },
  { name: "Chiara Rossi", role: "Engineer", city: "Turin", since: "2022-07-01", salary: 4900 },
  { name: "Dmitri Volkov", role: "Support", city: "Riga", since: "2018-02-19", salary: 3100 },
  { name: "Elif Kaya", role: "Manager", city: "Izmir", since: "2017-09-25", salary: 6100 },
  { name: "Farid Haddad", role: "Support", city: "Tunis", since: "2023-01-09", salary: 2900 },
  { name: "Greta Lind", role: "Designer", city: "Malmo", since: "2020-05-11", salary: 4450 },
  { name: "Hugo Martin", role: "Engineer", city: "Lyon", since: "2016-10-03", salary: 5900 },
  { name: "Ines Duarte", role: "Manager", city: "Lisbon", since: "2015-06-22", salary: 6800 },
  { name: "Jonas Weber", role: "Engineer", city: "Kiel", since: "2024-04-15", salary: 4700 },
  { name: "Keiko Mori", role: "Support", city: "Osaka", since: "2021-12-06", salary: 3300 },
  { name: "Liam Byrne", role: "Designer", city: "Cork", since: "2023-08-21", salary: 4100 },
];
