import Tournament
